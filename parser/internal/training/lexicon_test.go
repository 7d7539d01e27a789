package training_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/lexicon"
	"parser/parser/text"
)

// unspaced returns sentences of a verb and a noun of two characters, or two of one, without blanks, and of nouns alone.
func unspaced() (all []*conll.Sentence) {
	for i, noun := range strings.Fields("小貓 牛奶 老師 學校 數學 公園 學生 小說") {
		verb, singles := []rune("看買畫要")[i%4], []rune("山水花草鳥魚狗羊")
		for _, words := range [][]string{{string(verb), noun}, {string(verb), string(singles[i]), string(singles[(3*i+1)%8])}, {noun}} {
			s := &conll.Sentence{Format: conll.FormatU}
			for k, form := range words {
				s.Words = append(s.Words, conll.Word{Form: form, Lemma: "_", UPOS: "X", XPOS: "_", Feats: "_", Head: min(k, 1), Deprel: "x", Misc: "SpaceAfter=No"})
			}
			all = append(all, s)
		}
	}
	return all
}

// listed returns a lexicon of words.
func listed(t *testing.T, words string) learn.Resource {
	t.Helper()
	l, err := lexicon.Read(strings.NewReader(strings.ReplaceAll(words, " ", "\t_\t_\n")+"\t_\t_\n"), "list")
	require.NoError(t, err)
	return learn.Resource{Name: learn.Lexicon, Value: l}
}

// found returns the words that a parser finds in a text.
func found(t *testing.T, p *engine.Parser, raw string) string {
	t.Helper()
	r, err := p.Text(strings.NewReader(raw), "raw", text.Options{})
	require.NoError(t, err)
	sentences, err := textfile.ReadAll(r.Read)
	require.NoError(t, err)
	var forms []string
	for _, s := range sentences {
		for i := range s.Words {
			forms = append(forms, s.Words[i].Form)
		}
	}
	return strings.Join(forms, " ")
}

// A model that has learned from lexicons is the same with any number of workers and from whatever their lines come in
// order, finds words that only they have, and does so after it was stored.
func TestLexicon(t *testing.T) {
	const raw, nouns = "要手機\n\n看黑白", "小貓 牛奶 老師 學校 數學 公園 學生 小說"
	for _, scorer := range []string{"linear", "neural"} { // the segmenter has a network, too, if the parser has one
		o := kit.Options(2, func(o *engine.Options) { o.Pipeline, o.Jackknife = true, 2 })
		if scorer == "neural" {
			kit.TinyNetwork(&o)
			o.Jackknife = 0
		}
		var first []byte
		for _, workers := range []int{1, 2, 3} {
			o.Workers = workers
			words := listed(t, nouns+" 手機")
			if workers == 3 {
				words = listed(t, "手機 "+nouns+" 手機")
			}
			p := kit.Trained(t, unspaced(), o, words, listed(t, "黑白 水花"))
			file := kit.File(t, p)
			if first == nil {
				first = file
			}
			require.Equal(t, first, file, "%s, %d workers", scorer, workers)
			q := kit.Reread(t, file)
			require.Equal(t, found(t, p, raw), found(t, q, raw))
			require.Contains(t, found(t, q, raw), "要 手機 ", scorer)
		}
	}
}

// A tagger of lemmas that has learned with a lexicon gives unknown words lemmas of it, which need not be lemmas of the
// treebank, and does so after it was stored.
func TestListedLemmas(t *testing.T) {
	train := func(pairs string) (all []*conll.Sentence) {
		for pair := range strings.FieldsSeq(pairs) {
			form, lemma, _ := strings.Cut(pair, "/")
			all = append(all, &conll.Sentence{Format: conll.FormatU, Words: []conll.Word{
				{Form: form, Lemma: lemma, UPOS: "VERB", XPOS: "_", Feats: "_", Head: 0, Deprel: "root", Misc: "_"}}})
		}
		return all
	}("hoping/hope helping/help talking/talk walking/walk eating/eat making/make calling/call asking/ask taking/take looking/look")
	list, err := lexicon.Read(strings.NewReader("helmes\tHelme\t_\nplods\tplod\t_\nhm\t_\t_\n"), "list")
	require.NoError(t, err)
	unknown := conll.Sentence{Format: conll.FormatU, Words: []conll.Word{{Form: "Helming", UPOS: "VERB"}, {Form: "plodding", UPOS: "VERB"}}}
	lemma := func(p *engine.Parser) string {
		s := unknown.Clone()
		require.NoError(t, p.ParseAll(t.Context(), []*conll.Sentence{s}, 1))
		return s.Words[0].Lemma
	}
	given := learn.Resource{Name: learn.Lexicon, Value: list}
	for _, o := range []engine.Options{kit.TagOptions("lemma", 2), kit.Options(1, func(o *engine.Options) { o.Tag, o.Jackknife = "lemma", 2 })} {
		p := kit.Trained(t, train, o)
		require.NotEqual(t, "helme", strings.ToLower(lemma(p)))
		with := kit.Trained(t, train, o, given)
		require.Equal(t, "helme", strings.ToLower(lemma(with)))
		require.Equal(t, "helme", strings.ToLower(lemma(kit.Reread(t, kit.File(t, with)))))
	}
}

// A network that predicts tags reads what a lexicon says about words, and so knows some that the treebank does not have: also after
// it was stored, with any number of workers, and if it goes on from a model that knows what such tags mean.
func TestListedTags(t *testing.T) {
	known, unknown := strings.Fields("bala dofi guse kimo lopu mera nite sabo"), strings.Fields("ruvi tofu")
	var all []*conll.Sentence
	var lines strings.Builder
	say := func(form, tag string) { fmt.Fprintf(&lines, "%s\t_\t%s\n", form, tag) }
	for i, form := range known { // whose spelling says nothing, and is too rare to be known
		say(form, []string{"NOUN", "VERB"}[i%2])
		s := &conll.Sentence{Format: conll.FormatU}
		for head, k := range []int{i, (3*i + i/4) % len(known)} {
			s.Words = append(s.Words, conll.Word{
				Form: known[k], Lemma: known[k], UPOS: []string{"NOUN", "VERB"}[k%2], XPOS: "_", Feats: "_", Head: head, Deprel: "x", Misc: "_"})
		}
		all = append(all, s)
	}
	list := func(tags ...string) learn.Resource {
		own := lines.String()
		for i, form := range unknown {
			own += fmt.Sprintf("%s\t_\t%s\n", form, tags[i])
		}
		l, err := lexicon.Read(strings.NewReader(own), "list")
		require.NoError(t, err)
		return learn.Resource{Name: learn.Lexicon, Value: l}
	}
	tags := func(p *engine.Parser) (tags []string) {
		for _, form := range unknown {
			word := conll.Word{Form: strings.ToUpper(form[:1]) + form[1:], UPOS: "_", XPOS: "_", Feats: "_"}
			s := &conll.Sentence{Format: conll.FormatU, Words: []conll.Word{word}}
			require.NoError(t, p.ParseAll(t.Context(), []*conll.Sentence{s}, 1))
			tags = append(tags, s.Words[0].UPOS)
		}
		return tags
	}
	parsing := kit.Options(80, kit.TinyNetwork, func(o *engine.Options) { o.Neural.MultiTask, o.Neural.Batch = "upos", 1 })
	tagging := kit.TagOptions("upos", 80)
	kit.TinyNetwork(&tagging)
	tagging.Neural.Batch = 1
	for _, o := range []engine.Options{parsing, tagging} {
		for _, want := range [][]string{{"NOUN", "VERB"}, {"VERB", "NOUN"}} {
			var first []byte
			for _, workers := range []int{1, 2} {
				o.Workers = workers
				p := kit.Trained(t, all, o, list(want...))
				require.Equal(t, want, tags(p))
				require.Equal(t, want, tags(kit.Reread(t, kit.File(t, p))))
				if first == nil {
					first = kit.File(t, p)
				}
				require.Equal(t, first, kit.File(t, p))
				next, given := learn.After(p)
				require.Equal(t, want, tags(kit.Trained(t, all, next, given...)))
				other := append(given, list(want[1], want[0]))
				require.Equal(t, []string{want[1], want[0]}, tags(kit.Trained(t, all, next, other...)))
			}
		}
	}
	o := parsing
	o.Neural.MultiTask = ""
	_, err := kit.TrainOn(t.Context(), all, nil, o, learn.Observer{}, list("NOUN", "VERB"))
	require.ErrorContains(t, err, "a network that predicts tags")
}

// Lexicons that a segmenter could not learn from are wrong options.
func TestUselessLexicon(t *testing.T) {
	some := func(edit func(*engine.Options), words string) error {
		o := kit.Options(1, func(o *engine.Options) { o.Jackknife = 2 }, edit)
		_, err := kit.TrainOn(context.Background(), unspaced(), nil, o, learn.Observer{}, listed(t, words))
		return err
	}
	pipeline := func(o *engine.Options) { o.Pipeline = true }
	for words, why := range map[string]string{"cat 山": "a lexicon of 2 entries has no lemma, and no word", "手機": ""} {
		err := some(pipeline, words)
		if why == "" {
			require.NoError(t, err)
			err, why = some(func(*engine.Options) {}, words), "a lexicon is for a segmenter, a tagger of lemmas, or a network that predicts tags"
		}
		require.ErrorIs(t, err, engine.ErrOptions, fmt.Sprint(words))
		require.ErrorContains(t, err, why)
	}
}
