package extract_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/extract"
)

// annotated is a sentence with what is to be found in it, by the sets.
type annotated struct {
	text string
	want map[string][]string
}

// readAnnotated reads sentences with brackets around their noun phrases, each with lines of what else is in it: t VERB |
// SUBJECT | OBJECT, c PREDICATE TYPE, q QUOTE | VERB | SPEAKER.
func readAnnotated(t *testing.T, name string) (all []annotated) {
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	sets := map[string]string{"t ": "triples", "c ": "clauses", "q ": "quotations"}
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSpace(line)
		if set := sets[line[:2]]; set != "" {
			at := all[len(all)-1]
			fields := strings.Split(line[2:], "|")
			for i := range fields {
				fields[i] = strings.TrimSpace(fields[i])
			}
			at.want[set] = append(at.want[set], strings.Join(fields, " | "))
			continue
		}
		a := annotated{strings.NewReplacer("[", "", "]", "").Replace(line), map[string][]string{}}
		for _, part := range strings.Split(line, "[")[1:] {
			phrase, _, _ := strings.Cut(part, "]")
			a.want["noun-phrases"] = append(a.want["noun-phrases"], phrase)
		}
		all = append(all, a)
	}
	return all
}

// shown returns an item as annotations have it.
func shown(s *conll.Sentence, set string, it extract.Item) string {
	head := s.Words[it.Parts[0].Head].Form
	switch set {
	case "noun-phrases":
		return it.Part("phrase")
	case "triples":
		return head + " | " + it.Part("subject") + " | " + it.Part("object")
	case "clauses":
		for _, n := range it.Notes {
			if n.Name == "type" {
				return head + " " + n.Value
			}
		}
		return head
	}
	return it.Part("quote") + " | " + it.Part("verb") + " | " + it.Part("speaker")
}

// TestScores: of what people see in 100 sentences of five languages, and what is found in the trees that models here make of
// them, so much is right (precision) and found (recall), in per cent.
func TestScores(t *testing.T) {
	least := map[string][2]float64{"noun-phrases": {93, 93}, "triples": {83, 82}, "clauses": {85, 83}, "quotations": {93, 75}}
	sums := map[string][3]int{}
	for _, name := range []string{"da", "en", "en basic", "fr", "nl", "sv"} {
		lang, basic := strings.CutSuffix(name, " basic")
		sentences, err := conll.ReadFile("testdata/" + lang + ".conllu")
		require.NoError(t, err)
		gold := readAnnotated(t, "testdata/"+lang+".txt")
		if basic {
			for i, s := range sentences {
				sentences[i] = s.BasicOnly()
			}
			lang = name
		}
		require.Len(t, sentences, len(gold))
		for _, name := range extract.Names() {
			set, err := extract.Load(name)
			require.NoError(t, err)
			find, counts := set.Finder(), [3]int{} // right, found, wanted
			for i, s := range sentences {
				items, err := find(s)
				require.NoError(t, err)
				var got []string
				for _, it := range items {
					got = append(got, shown(s, name, it))
				}
				want := slices.Clone(gold[i].want[name])
				counts[1], counts[2] = counts[1]+len(got), counts[2]+len(want)
				for _, g := range got {
					if at := slices.Index(want, g); at >= 0 {
						counts[0]++
						want = slices.Delete(want, at, at+1)
					} else {
						t.Logf("%s %s: not %q", s.ID, name, g)
					}
				}
				for _, w := range want {
					t.Logf("%s %s: missing %q", s.ID, name, w)
				}
			}
			precision, recall := percent(counts[0], counts[1]), percent(counts[0], counts[2])
			t.Logf("%-12s %-8s precision %5.1f of %3d, recall %5.1f of %3d", name, lang, precision, counts[1], recall, counts[2])
			if basic {
				continue
			}
			sum := sums[name]
			for k, n := range counts {
				sum[k] += n
			}
			sums[name] = sum
		}
	}
	for _, name := range extract.Names() {
		sum := sums[name]
		precision, recall := percent(sum[0], sum[1]), percent(sum[0], sum[2])
		t.Logf("%-12s all: precision %5.1f of %3d, recall %5.1f of %3d", name, precision, sum[1], recall, sum[2])
		require.GreaterOrEqual(t, precision, least[name][0], name)
		require.GreaterOrEqual(t, recall, least[name][1], name)
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
