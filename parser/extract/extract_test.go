package extract_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/extract"
)

// sample has sentences of several languages.
func sample(t testing.TB) (all []*conll.Sentence) {
	files, err := filepath.Glob("testdata/*.conllu")
	require.NoError(t, err)
	for _, file := range files {
		sentences, err := conll.ReadFile(file)
		require.NoError(t, err)
		all = append(all, sentences...)
	}
	require.NotEmpty(t, all)
	return all
}

// check checks what holds of all items of a sentence.
func check(t *testing.T, s *conll.Sentence, set *extract.Set, items []extract.Item) {
	before := -1
	for _, it := range items {
		require.NotEmpty(t, it.Parts)
		require.Equal(t, set.Roles()[0], it.Parts[0].Role)
		require.GreaterOrEqual(t, it.Parts[0].Head, before, "in order")
		before = it.Parts[0].Head
		var roles []string
		for _, p := range it.Parts {
			roles = append(roles, p.Role)
			require.True(t, slices.IsSorted(p.Words) && len(slices.Compact(slices.Clone(p.Words))) == len(p.Words))
			require.NotEmpty(t, p.Text)
			require.LessOrEqual(t, p.Start, p.End)
			for _, w := range p.Words {
				require.True(t, w >= 0 && w < s.Len())
			}
		}
		require.Len(t, slices.Compact(slices.Sorted(slices.Values(roles))), len(roles), "a role has one part")
		o := it.Object(1, s.ID)
		require.Len(t, o.Parts, len(it.Parts))
		require.Equal(t, it.Parts[0].Head+1, o.Parts[it.Parts[0].Role].Head)
	}
}

// Places are those in the text of the sentence, and all sets find the same again.
func TestItems(t *testing.T) {
	for _, name := range extract.Names() {
		set, err := extract.Load(name)
		require.NoError(t, err)
		find, again := set.Finder(), set.Finder()
		all := 0
		for _, s := range sample(t) {
			items, err := find(s)
			require.NoError(t, err)
			other, err := again(s)
			require.NoError(t, err)
			require.Equal(t, items, other)
			check(t, s, set, items)
			all += len(items)
			var text []rune
			tokens, err := s.Tokens()
			require.NoError(t, err)
			for _, token := range tokens {
				if text = append(text, []rune(token.Form)...); token.SpaceAfter() {
					text = append(text, ' ')
				}
			}
			if slices.ContainsFunc(tokens, func(token conll.Token) bool { return token.Multiword }) {
				continue // parts may have a word of them
			}
			for _, it := range items {
				for _, p := range it.Parts {
					if len(p.Words) == p.Words[len(p.Words)-1]-p.Words[0]+1 {
						require.Equal(t, string(text[p.Start:p.End]), p.Text, "%s %s", s.ID, name)
					}
				}
			}
		}
		require.NotZero(t, all, name)
	}
}

// A sentence with a place of its own in a file, and a token of two words.
func TestPlaces(t *testing.T) {
	const text = "1\tDogs\tdog\tNOUN\t_\t_\t4\tnsubj\t_\tTokenRange=10:14\n" +
		"2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tTokenRange=15:20\n2\tdo\tdo\tAUX\t_\t_\t4\taux\t_\t_\n3\tn't\tnot\tPART\t_\tPolarity=Neg\t4\tadvmod\t_\t_\n" +
		"4\tbark\tbark\tVERB\t_\t_\t0\troot\t_\tTokenRange=21:25\n\n"
	s, err := conll.NewReader(strings.NewReader(text), "text").Read()
	require.NoError(t, err)
	set, err := extract.Load("triples")
	require.NoError(t, err)
	items, err := set.Finder()(s)
	require.NoError(t, err)
	require.Equal(t, []extract.Item{{
		Kind: "triple",
		Parts: []extract.Part{
			{Role: "verb", Head: 3, Words: []int{1, 3}, Text: "do … bark", Start: 15, End: 25},
			{Role: "subject", Head: 0, Words: []int{0}, Text: "Dogs", Start: 10, End: 14},
		},
		Notes: []extract.Note{{Name: "negated", Value: "yes"}},
	}}, items)
	require.Equal(t, "Dogs", items[0].Part("subject"))
	require.Equal(t, "", items[0].Part("object"))
}

// Each line of a set does what Parse says.
func TestSets(t *testing.T) {
	sentences, err := conll.ReadFile("testdata/en.conllu")
	require.NoError(t, err)
	found := func(set string) (all []string) {
		s, err := extract.Parse(set, "set")
		require.NoError(t, err)
		items, err := s.Finder()(sentences[0]) // The old gardener and his daughter planted roses in the garden.
		require.NoError(t, err)
		for _, it := range items {
			line := it.Kind
			for _, p := range it.Parts {
				line += " " + p.Role + "=" + p.Text
			}
			for _, n := range it.Notes {
				line += " " + n.Name + ":" + n.Value
			}
			all = append(all, line)
		}
		return all
	}
	const verb = "v: {upos:VERB}=v\n"
	for set, want := range map[string][]string{
		verb: {"item v=planted"},
		"# A comment\nkind: act\n\n" + verb + "s: {}=v\n  >nsubj {}=s\n":    {"act v=planted s=gardener"},
		verb + "s: {}=v >nsubj {}=s\nspan s: det amod":                      {"item v=planted s=The old gardener"},
		verb + "s: {}=v >nsubj {}=s\nspan s: but conj det":                  {"item v=planted s=old gardener"},
		verb + "s: {}=v >iobj {}=s\ns: {}=v >obj {}=s\ns: {}=v >nsubj {}=s": {"item v=planted s=roses"},
		verb + "s: {}=v >obj {}=s\ns+: {}=v >nsubj {}=s\neach: s": {
			"item v=planted s=gardener", "item v=planted s=daughter", "item v=planted s=roses",
		},
		verb + "s: {}=v >iobj {}=s\nneed: s":                                        nil,
		verb + "s: {}=v >iobj {}=s\no: {}=v >obj {}=o\nany: s o":                    {"item v=planted o=roses"},
		verb + "s: {}=v >iobj {}=s\nany: s":                                         nil,
		verb + "past=yes: {feats:{Tense:Past}}=v\npast=no: {feats:{Tense!:Past}}=v": {"item v=planted past:yes"},
	} {
		require.ElementsMatch(t, want, found(set), set)
	}
}

func TestBadSets(t *testing.T) {
	for set, want := range map[string]string{
		"":                           "set: the set has no pattern",
		"# nothing\n":                "set: the set has no pattern",
		"v {}":                       `set:1: "v {}" is not NAME: VALUE`,
		"v:":                         `set:1: "v:" is not NAME: VALUE`,
		"\nv: {upos:VERB}":           "set:2: {upos:VERB}: nothing is called =v",
		"v: {=v":                     "set:1: {=v: column ",
		"v: {}=v\ns: {}=v >nsubj {}": "set:2: {}=v >nsubj {}: nothing is called =s",
		"v: {}=v\ns: {} >nsubj {}=s": "set:2: {} >nsubj {}=s: nothing is called =v",
		"v: {}=v\nneed: s":           `set: no pattern for "s"`,
		"v: {}=v\nspan v: (":         "set:2: error parsing regexp",
		"a=b: {}=v":                  "set:1: the pattern for what items begin with must come first",
	} {
		_, err := extract.Parse(set, "set")
		require.ErrorContains(t, err, want, "%q", set)
	}
	_, err := extract.Load("nowhere")
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "the sets of the program are: clauses, noun-phrases, quotations, triples")
}

func TestBadDeps(t *testing.T) {
	s, err := conll.NewReader(strings.NewReader("1\tGo\tgo\tVERB\t_\t_\t0\troot\tx\t_\n\n"), "text").Read()
	require.NoError(t, err)
	set, err := extract.Load("triples")
	require.NoError(t, err)
	_, err = set.Finder()(s)
	require.Error(t, err)
}

// FuzzParse: any text is refused with its name, or is a set that finds something or nothing.
func FuzzParse(f *testing.F) {
	for _, name := range extract.Names() {
		text, err := os.ReadFile("sets/" + name + ".txt")
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Add("v: {}=v\ns: {}=v > {}=s\nspan s: but .*\neach: s")
	all := sample(f)
	f.Fuzz(func(t *testing.T, text string) {
		set, err := extract.Parse(text, "set")
		if err != nil {
			require.ErrorContains(t, err, "set:")
			return
		}
		find := set.Finder()
		for _, s := range all[:10] {
			items, err := find(s)
			require.NoError(t, err)
			check(t, s, set, items)
		}
	})
}

func BenchmarkTriples(b *testing.B) {
	set, err := extract.Load("triples")
	require.NoError(b, err)
	all, find := sample(b), set.Finder()
	b.ReportAllocs()
	for i := range b.N {
		_, err := find(all[i%len(all)])
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "sentences/s")
}

// Quotations stand between single marks, too, which are no apostrophes; what is said may be a word, and who says it may be in a
// phrase without a verb.
func TestQuotations(t *testing.T) {
	set, err := extract.Load("quotations")
	require.NoError(t, err)
	for rows, want := range map[string]string{
		"‘ PUNCT 3 punct|The DET 3 det|boys NOUN 5 nsubj|’ PART 3 case|left VERB 8 ccomp|’ PUNCT 5 punct|" +
			"Ann PROPN 8 nsubj|said VERB 0 root": "The boys ’ left, said, Ann",
		"\" PUNCT 2 punct|No INTJ 6 discourse|, PUNCT 2 punct|\" PUNCT 2 punct|she PRON 6 nsubj|said VERB 0 root": "No, said, she",
		"Selon ADP 2 case|Ann PROPN 5 obl|« PUNCT 5 punct|il PRON 5 nsubj|pleut VERB 0 root|» PUNCT 5 punct":      "il pleut, Ann",
		"Ann PROPN 2 nsubj|saw VERB 0 root|the DET 4 det|boys NOUN 6 nmod|' PART 4 case|house NOUN 2 obj":         "",
	} {
		s := &conll.Sentence{Format: conll.FormatU}
		for row := range strings.SplitSeq(rows, "|") {
			f := strings.Fields(row)
			head, err := strconv.Atoi(f[2])
			require.NoError(t, err)
			s.Words = append(s.Words, conll.Word{
				Form: f[0], Lemma: strings.ToLower(f[0]), UPOS: f[1], XPOS: "_", Feats: "_", Head: head, Deprel: f[3], Misc: "_"})
		}
		items, err := set.Finder()(s)
		require.NoError(t, err)
		var got []string
		for _, it := range items {
			for _, role := range set.Roles() {
				if text := it.Part(role); text != "" {
					got = append(got, text)
				}
			}
		}
		require.Equal(t, want, strings.Join(got, ", "), rows)
	}
}
