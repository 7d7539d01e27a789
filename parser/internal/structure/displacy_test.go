package structure_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/transition"
)

// displacy reads text as displaCy's JSON.
func displacy(t *testing.T, text string) (sentences []*conll.Sentence, errs []error) {
	f, err := textfile.New(strings.NewReader(text), "f.json")
	require.NoError(t, err)
	for it, err := range textfile.All(structure.Reader(f, structure.Reading{Form: f.Detect()})) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		sentences = append(sentences, it.Sentence)
	}
	return sentences, errs
}

// What is written is read again with the same words and arcs, and roots are words without an arc.
func TestDisplacy(t *testing.T) {
	const text = "1\tWho\twho\tPRON\tWP\t_\t2\tnsubj\t_\t_\n2\t\"came\"\t_\t_\tVBD\t_\t0\troot\t_\t_\n" +
		"3\tin\tin\tADP\tRP\t_\t2\t_\t_\t_\n4\t…\t…\t_\t_\t_\t_\t_\t_\t_\n\n1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n"
	const want = `{"words":[{"text":"Who","tag":"PRON","lemma":"who"},{"text":"\"came\"","tag":"VBD"},` +
		`{"text":"in","tag":"ADP","lemma":"in"},` +
		`{"text":"…","tag":"","lemma":"…"}],` +
		`"arcs":[{"start":0,"end":1,"label":"nsubj","dir":"left"},{"start":1,"end":2,"label":"","dir":"right"}]}` + "\n" +
		`{"words":[{"text":"Yes","tag":"INTJ"}],"arcs":[]}` + "\n"
	sentences, err := textfile.ReadAll(conll.NewReader(strings.NewReader(text), "f").Read)
	require.NoError(t, err)
	lines := write(t, transition.Dependencies, structure.Displacy, items(sentences, treebank.SentenceItem))
	require.Equal(t, want, strings.Join(lines, "")+"\n")

	list := "\ufeff\n[" + strings.ReplaceAll(strings.TrimSpace(want), "\n", "\r\n, ") + "\n]\n"
	for form, text := range map[string]string{"lines": want, "one line": strings.ReplaceAll(want, "\n", " "), "list": list} {
		again, errs := displacy(t, text)
		require.Empty(t, errs, form)
		require.Equal(t, lines, write(t, transition.Dependencies, structure.Displacy, items(again, treebank.SentenceItem)), form)
		require.Equal(t, []int{2, 0, 2, 0}, again[0].Heads(nil))
		require.Equal(t, []string{"nsubj", "root", "_", "root"}, again[0].Labels(nil))
		require.Equal(t, conll.Word{Form: `"came"`, Lemma: "_", UPOS: "_", XPOS: "VBD", Feats: "_", Deprel: "root", Deps: "_", Misc: "_"}, again[0].Words[1])
		require.Equal(t, map[string]int{"lines": 2, "one line": 1, "list": 3}[form], again[1].Line)
	}
	empty, errs := displacy(t, " [ ]\n")
	require.Empty(t, empty)
	require.Empty(t, errs)
}

// Errors say where; those inside one object cost that sentence alone.
func TestDisplacyErrors(t *testing.T) {
	const words = `{"words":[{"text":"a"},{"text":"b"},{"text":"c"}],"arcs":[` + "\n"
	const good = `{"words":[{"text":"a","tag":"X"}],"arcs":[],"settings":{"lang":"en","words":[{}]}}`
	for _, c := range []struct{ bad, want string }{
		{`{"words":[]}`, "f.json:1: bad JSON of displaCy: it has no words"},
		{`{"id":"1"}`, "f.json:1: bad JSON of displaCy: it has no words"},
		{"{\"words\":[{\"text\":\"a\"},\n{\"tag\":\"X\"}]}", `f.json:2: bad JSON of displaCy: word 1 has no "text"`},
		{`{"words":[{"text":"a\tb"}]}`, `f.json:1: bad JSON of displaCy: word 0 has a tab or a line break in "a\tb"`},
		{"{\"words\":[\n\n{\"text\":5}]}", "f.json:3: bad JSON of displaCy: words: text cannot be a number"},
		{`{"words":[7]}`, "f.json:1: bad JSON of displaCy: words: an element cannot be a number"},
		{`{"words":{}}`, "f.json:1: bad JSON of displaCy: words is no list"},
		{words + `{"start":0,"end":3,"label":"x","dir":"left"}]}`,
			"f.json:2: bad JSON of displaCy: arc 0 goes from 0 to 3: words count from 0 to 2, and the start is before the end"},
		{words + `{"start":1,"end":1,"label":"x","dir":"left"}]}`, "f.json:2: bad JSON of displaCy: arc 0 goes from 1 to 1: words count"},
		{words + `{"start":-1,"end":1,"label":"x","dir":"left"}]}`, "f.json:2: bad JSON of displaCy: arc 0 goes from -1 to 1: words count"},
		{words + `{"start":0,"end":1,"dir":"up"}]}`, `f.json:2: bad JSON of displaCy: arc 0 has the dir "up", want left or right`},
		{words + `{"end":1,"dir":"left"}]}`, `f.json:2: bad JSON of displaCy: arc 0 needs "start" and "end"`},
		{words + `{"start":0,"end":1.5,"dir":"left"}]}`, "f.json:2: bad JSON of displaCy: arcs: end cannot be a number 1.5"},
		{words + `{"start":0,"end":1,"label":"\n","dir":"left"}]}`, `f.json:2: bad JSON of displaCy: arc 0 has a tab or a line break in "\n"`},
		{words + "{\"start\":0,\"end\":1,\"dir\":\"right\"},\n{\"start\":1,\"end\":2,\"dir\":\"left\"}]}",
			`f.json:3: bad JSON of displaCy: arc 1 gives word 1 ("b") a second head`},
		{"{\"words\":[\n{\"text\":\"\xff\"}]}", "f.json:1: bad character encoding: JSON is in UTF-8"},
		{"{\"words\":[\n{\"text\" \"a\"}]}", "f.json:2: bad JSON of displaCy: invalid character '\"' after object key"},
	} {
		sentences, errs := displacy(t, c.bad+good)
		require.Len(t, errs, 1, c.bad)
		require.ErrorContains(t, errs[0], c.want)
		require.True(t, textfile.Resumable(errs[0]))
		require.Len(t, sentences, 1, c.bad)
	}
	for bad, want := range map[string]string{
		"[" + good + "\n":              "f.json:2: bad JSON of displaCy: the list does not end",
		"[" + good + "\n,]":            "f.json:2: bad JSON of displaCy: ']' where an object {…} should be",
		"[" + good + "]\n\n{":          "f.json:3: bad JSON of displaCy: '{' after the list",
		"[" + good + "\n" + good + "]": "f.json:2: bad JSON of displaCy: '{' where an object {…} should be",
		good + "\n,":                   "f.json:2: bad JSON of displaCy: ',' where an object {…} should be",
		good + "{\n\"words\":\"}":      "f.json:2: bad JSON of displaCy: an object does not end",
	} {
		sentences, errs := displacy(t, bad)
		require.Len(t, errs, 1, bad)
		require.EqualError(t, errs[0], want)
		require.False(t, textfile.Resumable(errs[0]))
		require.Len(t, sentences, 1)
	}
}

// FuzzDisplacy reads any text as displaCy's JSON: errors have a place, and what is read is written, and read again as it was.
func FuzzDisplacy(f *testing.F) {
	f.Add(`[{"words":[{"text":"a\ud800","tag":"X"},{"text":"b","lemma":"c"}],"arcs":[{"start":0,"end":1,"label":"x\"","dir":"left"}]},{"words":[{"text":" "}]}]`)
	f.Add("{\"arcs\":[{\"start\":0,\"end\":1,\"dir\":\"right\"}],\n" +
		"\"words\":[{\"text\":\"a\",\"tag\":\"_\"},{\"TEXT\":\"b\"}],\"settings\":{\"[\":\"}\\\"\"}}\n{}")
	f.Fuzz(func(t *testing.T, text string) {
		in, err := textfile.New(strings.NewReader(text), "f.json")
		if err != nil {
			return
		}
		read := structure.Reader(in, structure.Reading{Form: textfile.Displacy})
		var all []*treebank.Item
		for it, err := range textfile.All(read) {
			if err != nil {
				require.Regexp(t, `^f\.json:[1-9]\d*: `, err.Error())
				continue
			}
			all = append(all, it)
		}
		lines := write(t, transition.Dependencies, structure.Displacy, all)
		require.NotNil(t, lines)
		again, errs := displacy(t, strings.Join(lines, ""))
		require.Empty(t, errs)
		require.Len(t, again, len(all))
		for i, it := range all {
			require.Equal(t, it.Sentence.Words, again[i].Words)
		}
	})
}
