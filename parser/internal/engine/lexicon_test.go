package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/lexicon"
	"parser/parser/treebank"
)

// knowing returns a parser with a lexicon of these lines, whose fields have blanks between them.
func knowing(t testing.TB, p *engine.Parser, lines ...string) *engine.Parser {
	t.Helper()
	l, err := lexicon.Read(strings.NewReader(strings.ReplaceAll(strings.Join(lines, "\n"), " ", "\t")), "words.tsv")
	require.NoError(t, err)
	return kit.Asked(t, p, func(r *treebank.Request) { r.Lexicon = l })
}

// bareWords returns sentences without anything but forms.
func bareWords(sentences []*conll.Sentence) []*conll.Sentence {
	bare := kit.Untagged(sentences, structure.Fields()...)
	for _, s := range bare {
		for i := range s.Words {
			s.Words[i].Head, s.Words[i].Deprel = conll.NoHead, "_"
		}
	}
	return bare
}

// taggingParsers returns a parser that predicts UPOS and FEATS, and has a tagger of lemmas, and one whose taggers do all that.
func taggingParsers(t testing.TB) map[string]*engine.Parser {
	some := kit.Some(t)
	lemma := kit.TagOptions("lemma", 2)
	lemma.UseField("lemma")
	lemma.Epochs = 2
	lemmas := kit.Trained(t, some, lemma)
	network, err := kit.Trained(t, some, kit.Options(2, kit.TinyNetwork, kit.MultiTask("upos,feats"))).WithTaggers(lemmas)
	require.NoError(t, err)
	taggers, err := kit.Trained(t, some, kit.Options(2)).WithTaggers(
		kit.Trained(t, some, kit.TagOptions("upos", 2)), kit.Trained(t, some, kit.TagOptions("feats", 2)), lemmas)
	require.NoError(t, err)
	return map[string]*engine.Parser{"network": network, "taggers": taggers}
}

// What an entry says comes out, known to the model or not; a lexicon of other words changes nothing.
func TestLexicon(t *testing.T) {
	dev := bareWords(kit.Sample(t, "en/dev.conllu")[:20])
	for name, p := range taggingParsers(t) {
		t.Run(name, func(t *testing.T) {
			plain := kit.Parses(p, dev)
			unknown := knowing(t, p, "zzz zzz NOUN")
			require.Equal(t, string(kit.Printed(t, plain)), string(kit.Printed(t, kit.Parses(unknown, dev))))

			for _, feats := range []string{"Number=Plur", "Foo=Bar|Number=Sing"} {
				told := kit.Parses(knowing(t, p, "the thé NUM T9 "+feats, "dog _ INTJ"), dev)
				for _, s := range told {
					for _, w := range s.Words {
						switch {
						case w.Form == "The": // which could be a name
							require.Contains(t, []string{"NUM", "PROPN"}, w.UPOS)
						case w.Form == "the":
							require.Equal(t, []string{"thé", "NUM", "T9", feats}, []string{w.Lemma, w.UPOS, w.XPOS, w.Feats})
						case w.Form == "dog":
							require.Equal(t, "INTJ", w.UPOS)
						default: // tags may change with the tree
							require.Equal(t, "_", w.XPOS)
						}
					}
				}
			}
			for _, workers := range []int{1, 3} {
				all := kit.Clones(dev)
				require.NoError(t, knowing(t, p, "the thé NUM").ParseAll(t.Context(), all, workers))
				require.Equal(t, string(kit.Printed(t, kit.Parses(knowing(t, p, "the thé NUM"), dev))), string(kit.Printed(t, all)))
			}
		})
	}
}

// Of several analyses the result is one, with the lemma that goes with its tags: a lexicon of all words of the sentences
// with two made-up readings each leaves no other reading.
func TestLexiconIsObeyed(t *testing.T) {
	dev := bareWords(kit.Sample(t, "en/dev.conllu")[:20])
	var lines []string
	for _, s := range dev {
		for _, w := range s.Words {
			lines = append(lines, w.Form+" n NOUN _ Number=Sing|_", w.Form+" v VERB _ _", w.Form+" p NOUN _ Number=Plur")
		}
	}
	for name, p := range taggingParsers(t) {
		seen := map[string]bool{}
		for _, s := range kit.Parses(knowing(t, p, lines...), dev) {
			for _, w := range s.Words {
				seen[w.Lemma] = true
				switch w.Lemma {
				case "n":
					require.Equal(t, "NOUN", w.UPOS, name)
					require.NotContains(t, w.Feats, "Plur", name)
				case "p":
					require.Equal(t, []string{"NOUN", "Number=Plur"}, []string{w.UPOS, w.Feats}, name)
				default:
					require.Equal(t, []string{"VERB", "v"}, []string{w.UPOS, w.Lemma}, name)
				}
			}
		}
		require.Greater(t, len(seen), 1, "%s: no choice was made", name)
	}
}

// Columns that are given stay, and choose among the analyses.
func TestLexiconKeepsWhatIsGiven(t *testing.T) {
	gold := kit.Sample(t, "en/dev.conllu")[:20]
	for name, p := range taggingParsers(t) {
		given := kit.Clones(gold)
		for _, s := range given {
			for i := range s.Words {
				s.Words[i].Lemma = "_"
			}
		}
		var lines []string
		for _, w := range gold[0].Words {
			lines = append(lines, w.Form+" other X", w.Form+" own "+w.UPOS)
		}
		for _, w := range kit.Parses(knowing(t, p, lines...), given)[0].Words {
			at := slices.IndexFunc(gold[0].Words, func(g conll.Word) bool { return g.Form == w.Form })
			require.Equal(t, []string{"own", gold[0].Words[at].UPOS}, []string{w.Lemma, w.UPOS}, name)
		}
		kept := kit.Parses(knowing(t, p, lines...), gold)[0]
		require.Equal(t, kit.TagsOf([]*conll.Sentence{gold[0]}, "lemma"), kit.TagsOf([]*conll.Sentence{kept}, "lemma"), name)
	}
}

// An entry without tags gives a lemma only where the model's is no word of the lexicon.
func TestLexiconOfLemmas(t *testing.T) {
	dev := bareWords(kit.Sample(t, "en/dev.conllu")[:20])
	for name, p := range taggingParsers(t) {
		plain := kit.Parses(p, dev)
		var lines, attested []string
		for _, s := range plain {
			for _, w := range s.Words {
				lines = append(lines, w.Form+" new _")
				attested = append(attested, w.Lemma+" _ _")
			}
		}
		for i, s := range kit.Parses(knowing(t, p, lines...), dev) {
			for k, w := range s.Words {
				known := slices.Contains(lines, plain[i].Words[k].Lemma+" new _")
				require.Equal(t, known, w.Lemma != "new", name)
				require.Equal(t, plain[i].Words[k].UPOS, w.UPOS, name)
			}
		}
		again := kit.Parses(knowing(t, p, append(attested, lines...)...), dev)
		require.Equal(t, string(kit.Printed(t, plain)), string(kit.Printed(t, again)), name)
	}
}

// Words are looked up as they are written; the first, and those in capitals, in small letters, too.
func TestLexiconLooksUp(t *testing.T) {
	p := knowing(t, taggingParsers(t)["network"], "zug zug NUM", "Zug Zug SYM", "hut hut NUM", "e\u0301 e NUM")
	for text, want := range map[string]string{
		"zug Zug ZUG":   "NUM SYM NUM|PROPN",
		"a HUT hut":     "? NUM|PROPN NUM",
		"« Hut Hut":     "? NUM|PROPN ?",
		"Zug zug":       "NUM|SYM NUM",
		"\u00e9 \u00ad": "? ?",
	} {
		s := &conll.Sentence{}
		for _, form := range strings.Fields(text) {
			s.Words = append(s.Words, conll.Word{Form: form, Lemma: "_", UPOS: "_", XPOS: "_", Feats: "_", Deprel: "_", Head: conll.NoHead})
		}
		require.NoError(t, p.Parse(s))
		for i, allowed := range strings.Fields(want) {
			if allowed != "?" {
				require.Contains(t, strings.Split(allowed, "|"), s.Words[i].UPOS, "%s: %s", text, s.Words[i].Form)
			}
		}
	}
}

func TestLexiconNeedsTags(t *testing.T) {
	p := kit.Tiny(t, false)
	l, err := lexicon.Read(strings.NewReader("a\ta\tX\n"), "words.tsv")
	require.NoError(t, err)
	_, err = p.With(treebank.Request{Lexicon: l, Only: "words"})
	var refused *engine.RequestError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "lexicon", refused.Option)
	require.Equal(t, fmt.Sprint(refused.Option, ": ", refused.Err), err.Error())
}
