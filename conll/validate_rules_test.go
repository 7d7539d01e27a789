package conll

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// rulesOf lists the "class rule" of each problem of a text.
func rulesOf(t *testing.T, text string, level int) (found []string) {
	t.Helper()
	var sum Validation
	err := Validate(NewReader(strings.NewReader(text), "f.conllu"), level, &sum, func(p Problem) { found = append(found, string(p.Class)+" "+p.ID) })
	require.NoError(t, err)
	require.Len(t, found, sum.Problems+sum.Warnings)
	return found
}

// TestRules breaks each rule, and no other, in a sentence of its own.
func TestRules(t *testing.T) {
	archive, err := txtar.ParseFile("../testdata/invalid/rules.txt")
	require.NoError(t, err)
	number := regexp.MustCompile(` \d+$`)
	tried := map[string]bool{}
	for _, f := range archive.Files {
		name, third := strings.CutPrefix(f.Name, "level 3: ")
		rules := strings.Split(number.ReplaceAllString(name, ""), ", ")
		class, id, _ := strings.Cut(rules[0], " ")
		tried[id] = true
		if third {
			require.Equal(t, rules, rulesOf(t, string(f.Data), LevelContents), f.Name)
			require.Empty(t, rulesOf(t, string(f.Data), LevelUD), f.Name)
			continue
		}
		require.Equal(t, rules, rulesOf(t, string(f.Data), LevelUD), f.Name)
		if class == string(ClassFormat) {
			require.Equal(t, rules, rulesOf(t, string(f.Data), LevelFormat), f.Name)
		} else {
			require.Empty(t, rulesOf(t, string(f.Data), LevelFormat), f.Name)
		}
	}
	// All rules that the source names have been tried.
	files, err := filepath.Glob("validate*.go")
	require.NoError(t, err)
	named := regexp.MustCompile(`(?:Class\w+, |wrong\((?:[^",()]+, )?|odd\()"([a-z-]+[a-z])"`)
	rules := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, match := range named.FindAllStringSubmatch(string(source), -1) {
			rules++
			require.True(t, tried[match[1]], "no case for %q of %s", match[1], file)
		}
	}
	require.Greater(t, rules, 40)
}

// Some things look odd, but are right.
func TestRulesAllow(t *testing.T) {
	const rows = "1\tBirds\tbird\tNOUN\t_\t_\t2\tnsubj\t_\t_\n" +
		"2\tsing\tsing\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n" +
		"3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\n\n"
	sentence := func(change ...string) string {
		return strings.NewReplacer(change...).Replace("# sent_id = s1\n# text = Birds sing.\n" + rows)
	}
	for name, text := range map[string]string{
		"nothing":                      "",
		"a sentence":                   sentence(),
		"much white space in the text": sentence("Birds sing.", "Birds  \u00a0\u3000 sing."),
		"no blanks around signs":       sentence("# sent_id = ", "#sent_id=", "# text = ", "#text=", "s1\n", "s1/en\n"),
		"a blank in form and lemma":    sentence("Birds sing.", "20\u00a0000 sing.", "Birds\tbird", "20\u00a0000\t20 000"),
		"layered features":             sentence("NOUN\t_\t_", "NOUN\t_\tNumber=Plur|Number[psor]=Plur,Sing|Person=3"),
		"a typo in a range": sentence("1\tB", "1-2\tBirdssing\t_\t_\t_\tTypo=Yes\t_\t_\t_\tSpaceAfter=No\n1\tB",
			"Birds sing.", "Birdssing.", "root\t_\tSpaceAfter=No", "root\t_\t_"),
		"an empty node without DEPS":   sentence("2\ts", "1.1\tthat\tthat\t_\t_\t_\t_\t_\t2:dep\t_\n2\ts"),
		"an empty node before a range": sentence("1\tB", "0.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n1-1\tBirds\t_\t_\t_\t_\t_\t_\t_\t_\n1\tB"),
		"enhanced dependencies": sentence("nsubj\t_", "nsubj\t1.1:ref|2:nsubj:über_das:gen", "root\t_", "root\t0:root",
			"punct\t_", "punct\t2:punct", "2\ts", "1.1\tthat\tthat\t_\t_\t_\t_\t_\t1:acl|2:dep\t_\n2\ts"),
		"orphan without empty nodes": sentence("nsubj\t_", "nsubj\t2:orphan", "root\t_", "root\t0:root", "punct\t_", "punct\t2:punct"),
		"orphan in the tree alone": sentence("nsubj\t_", "orphan\t2.1:nsubj", "root\t_", "root\t0:root", "punct\t_",
			"punct\t2:punct", "3\t.", "2.1\tx\t_\t_\t_\t_\t_\t_\t2:conj\t_\n3\t."),
		"goeswith in the graph, too":  sentence("nsubj\t_", "nsubj\t2:nsubj|3:dep", "root\t_", "root\t0:root", "punct\t_", "goeswith\t2:goeswith"),
		"SpaceAfter=No before a text": sentence("punct\t_\t_", "punct\t_\tSpaceAfter=No") + "# sent_id = s2\n# text = Birds sing.\n" + rows,
		"a paragraph in a document":   "# newdoc id = d1\n# newpar id = p1\n" + sentence(),
		"parallel translations":       sentence("# text", "# parallel_id = a/1/alt1\n# text") + sentence("s1", "s2", "# text", "# parallel_id = a/1/alt2\n# text"),
		"parts of a parallel sentence": sentence("# text", "# parallel_id = a/1/alt1part1\n# text") + sentence("s1", "s2",
			"# text", "# parallel_id = a/1/alt1part2\n# text"),
		"attributes that are not of UD": sentence("nsubj\t_\t_", "nsubj\t_\tA=1|A=2|B"),
		"a text in another language":    sentence("# text", "# text_en = x \n# text"),
	} {
		require.Empty(t, rulesOf(t, text, LevelContents), name)
	}
}
