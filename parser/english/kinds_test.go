package english_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/conll18"
	"parser/parser/internal/lookup/spelling"
	"parser/parser/internal/segment"
	"parser/parser/text"
)

// kindsFolder has a text of each kind, as users have it, and its annotation.
const kindsFolder = "../../testdata/kinds"

// TestKindsOfText: README.md of the folder says how well each kind of text is parsed.
func TestKindsOfText(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(kindsFolder, "README.md"))
	require.NoError(t, err)
	p := loaded(t)
	check := func(name, how, raw string, gold []*conll.Sentence, o text.Options) {
		in, err := p.Text(strings.NewReader(raw), name, o)
		require.NoError(t, err)
		var system []*conll.Sentence
		for it, err := range p.All(t.Context(), in, 2) {
			require.NoError(t, err)
			system = append(system, it.Sentence)
		}
		if o.Dehyphenate {
			gold, system = sameCharacters(t, gold, system)
		}
		s, err := conll18.Score(gold, system)
		require.NoError(t, err)
		row := fmt.Sprintf("| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", name, how, s.Words.F1(), s.Sentences.F1(),
			s.UPOS.F1(), s.Lemmas.F1(), s.UAS.F1(), s.LAS.F1())
		if !strings.Contains(string(readme), row) {
			t.Errorf("README.md lacks this row:\n%s", row)
		}
	}
	lines := text.Options{Segmented: text.Sentences}
	var edited []*conll.Sentence // sentences as editors leave them
	for _, kind := range []struct {
		file    string
		how     string
		options text.Options
	}{
		{"imperatives.txt", "", text.Options{}},
		{"questions.txt", "", text.Options{}},
		{"quotes.txt", "", text.Options{}},
		{"numbers.txt", "", text.Options{}},
		{"titles.txt", "`--lines`", lines},
		{"chat.txt", "`--lines`", lines},
		{"transcripts.txt", "", text.Options{}},
		{"hyphenated.txt", "`--dehyphenate`", text.Options{Dehyphenate: true}},
		{"html.html", "`--markup html`", text.Options{Markup: text.HTML}},
		{"markdown.md", "`--markup markdown`", text.Options{Markup: text.Markdown}},
	} {
		name := strings.TrimSuffix(kind.file, filepath.Ext(kind.file))
		gold, err := conll.ReadFile(filepath.Join(kindsFolder, name+".conllu"))
		require.NoError(t, err)
		require.Len(t, gold, 60)
		raw, err := os.ReadFile(filepath.Join(kindsFolder, kind.file))
		require.NoError(t, err)
		check(name, kind.how, string(raw), gold, kind.options)
		if name == "imperatives" || name == "questions" {
			edited = append(edited, gold...)
		}
	}
	for _, c := range []struct {
		name   string
		change func(s *conll.Sentence)
	}{
		{"… in lower case", func(s *conll.Sentence) { respell(s, spelling.Lower) }},
		{"… in capitals", func(s *conll.Sentence) { respell(s, spelling.Upper) }},
		{"… without marks at the end", func(s *conll.Sentence) {
			if last := len(s.Words) - 1; s.Words[last].UPOS == "PUNCT" {
				s.Words = s.Words[:last]
			}
		}},
	} {
		var gold []*conll.Sentence
		var raw strings.Builder
		for _, s := range edited {
			s = s.Clone()
			s.Extras = slices.Clone(s.Extras)
			c.change(s)
			gold = append(gold, s)
			line, err := segment.AppendText(nil, s)
			require.NoError(t, err)
			fmt.Fprintln(&raw, strings.TrimSpace(string(line)))
		}
		check(c.name, "`--lines`", raw.String(), gold, lines)
	}
}

// respell changes the forms of words and of tokens of several words.
func respell(s *conll.Sentence, way spelling.Way) {
	way(s.Words)
	for i, e := range s.Extras {
		if columns := strings.Split(e.Text, "\t"); len(columns) > 1 {
			token := []conll.Word{{Form: columns[1]}}
			way(token)
			columns[1] = token[0].Form
			s.Extras[i].Text = strings.Join(columns, "\t")
		}
	}
}

// sameCharacters returns the sentences with the same characters in both, all but two: the scorer takes no others.
func sameCharacters(t *testing.T, gold, system []*conll.Sentence) (kept, keptSystem []*conll.Sentence) {
	t.Helper()
	require.Len(t, system, len(gold))
	for i := range gold {
		one, err := segment.AppendText(nil, gold[i])
		require.NoError(t, err)
		var other strings.Builder
		tokens, err := system[i].Tokens()
		require.NoError(t, err)
		for _, token := range tokens {
			other.WriteString(token.Form)
		}
		if strings.Join(strings.Fields(string(one)), "") == other.String() {
			kept, keptSystem = append(kept, gold[i]), append(keptSystem, system[i])
		}
	}
	require.Len(t, kept, len(gold)-2)
	return kept, keptSystem
}
