package serve

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/internal/structure"
	"parser/parser/text"
)

// formsReader returns a reader of sentences whose words are forms alone, of those parts of a text that have any.
func formsReader(parts []string, forms func(part string) []string) func() (*structure.Item, error) {
	return func() (*structure.Item, error) {
		for len(parts) > 0 {
			all := forms(parts[0])
			if parts = parts[1:]; len(all) == 0 {
				continue
			}
			s := &conll.Sentence{File: dataName}
			for _, form := range all {
				form = strings.ReplaceAll(form, "\u00a0", " ") // as UDPipe writes blanks inside a form
				s.Words = append(s.Words, conll.Word{Form: form, Lemma: "_", UPOS: "_", XPOS: "_", Feats: "_", Head: conll.NoHead, Deprel: "_", Deps: "_", Misc: "_"})
			}
			return structure.SentenceItem(s), nil
		}
		return nil, io.EOF
	}
}

// firstColumns returns what stands before the first tab of each line.
func firstColumns(lines string) (forms []string) {
	for line := range strings.SplitSeq(lines, "\n") {
		form, _, _ := strings.Cut(line, "\t")
		if form = strings.TrimSpace(form); form != "" {
			forms = append(forms, form)
		}
	}
	return forms
}

func changed(read func() (*structure.Item, error), change func(*structure.Item)) func() (*structure.Item, error) {
	return func() (*structure.Item, error) {
		it, err := read()
		if err == nil {
			change(it)
		}
		return it, err
	}
}

// normalizeSpaces leaves of what MISC has about blanks only whether there is one.
func normalizeSpaces(it *structure.Item) {
	s := it.Sentence
	plain := func(misc string) string {
		kept := slices.DeleteFunc(strings.Split(misc, "|"), func(field string) bool {
			return strings.HasPrefix(field, "SpacesAfter=") || strings.HasPrefix(field, "SpacesBefore=")
		})
		return cmp.Or(strings.Join(kept, "|"), "_")
	}
	for i := range s.Words {
		s.Words[i].Misc = plain(s.Words[i].Misc)
	}
	for i, e := range s.Extras {
		if at := strings.LastIndex(e.Text, "\t"); at >= 0 {
			s.Extras[i].Text = e.Text[:at+1] + plain(e.Text[at+1:])
		}
	}
}

// udpipeWriters returns what writes sentences, by the names of UDPipe's formats.
func udpipeWriters() map[string]func(io.Writer, *model, []*structure.Item) error {
	conllu := func(w io.Writer, m *model, sentences []*structure.Item) error {
		licence := cmp.Or(m.about.Licence, "unknown")
		if _, err := fmt.Fprintf(w, "# generator = parser\n# udpipe_model = %s\n# udpipe_model_licence = %s\n", m.Name, licence); err != nil {
			return err
		}
		return m.write(w, structure.CoNLLU, sentences)
	}
	return map[string]func(io.Writer, *model, []*structure.Item) error{
		"": conllu, structure.CoNLLU: conllu,
		structure.Horizontal: func(w io.Writer, m *model, sentences []*structure.Item) error {
			return m.write(w, structure.Horizontal, sentences)
		},
		"vertical": func(w io.Writer, _ *model, sentences []*structure.Item) error {
			for _, s := range sentences {
				tokens, err := s.Sentence.Tokens()
				if err != nil {
					return err
				}
				for _, t := range tokens {
					fmt.Fprintln(w, t.Form)
				}
				fmt.Fprintln(w)
			}
			return nil
		},
		"plaintext": func(w io.Writer, _ *model, sentences []*structure.Item) (err error) {
			var all []byte
			for _, s := range sentences {
				if all, err = text.AppendText(all, s.Sentence); err != nil {
					return err
				}
			}
			_, err = w.Write(all)
			return err
		},
	}
}
