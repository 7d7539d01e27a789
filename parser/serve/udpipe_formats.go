package serve

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"parser/conll"
	"parser/parser/output"
	"parser/parser/text"
)

// formsReader returns a reader of sentences whose words are forms alone, of those parts of a text that have any.
func formsReader(parts []string, forms func(part string) []string) func() (*conll.Sentence, error) {
	return func() (*conll.Sentence, error) {
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
			return s, nil
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

// changed returns the sentences of read after a change.
func changed(read func() (*conll.Sentence, error), change func(*conll.Sentence)) func() (*conll.Sentence, error) {
	return func() (*conll.Sentence, error) {
		s, err := read()
		if err == nil {
			change(s)
		}
		return s, err
	}
}

// normalizeSpaces leaves of what MISC has about blanks only whether there is one.
func normalizeSpaces(s *conll.Sentence) {
	plain := func(misc string) string {
		var kept []string
		for field := range strings.SplitSeq(misc, "|") {
			if !strings.HasPrefix(field, "SpacesAfter=") && !strings.HasPrefix(field, "SpacesBefore=") {
				kept = append(kept, field)
			}
		}
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
func udpipeWriters() map[string]func(io.Writer, *model, []*conll.Sentence) error {
	conllu := func(w io.Writer, m *model, sentences []*conll.Sentence) error {
		licence := m.Meta().Options.Licence
		if licence == "" {
			licence = "unknown"
		}
		if _, err := fmt.Fprintf(w, "# generator = parser\n# udpipe_model = %s\n# udpipe_model_licence = %s\n", m.Name, licence); err != nil {
			return err
		}
		return writeIn(w, output.CoNLLU, sentences)
	}
	return map[string]func(io.Writer, *model, []*conll.Sentence) error{
		"": conllu, output.CoNLLU: conllu,
		output.Horizontal: func(w io.Writer, _ *model, sentences []*conll.Sentence) error {
			return writeIn(w, output.Horizontal, sentences)
		},
		"vertical": func(w io.Writer, _ *model, sentences []*conll.Sentence) error {
			for _, s := range sentences {
				tokens, err := s.Tokens()
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
		"plaintext": func(w io.Writer, _ *model, sentences []*conll.Sentence) (err error) {
			var all []byte
			for _, s := range sentences {
				if all, err = text.AppendText(all, s); err != nil {
					return err
				}
			}
			_, err = w.Write(all)
			return err
		},
	}
}

func writeIn(w io.Writer, format string, sentences []*conll.Sentence) error {
	to, err := output.Sentences(conll.NewWriter(w), format)
	if err != nil {
		return err
	}
	return writeAll(to, sentences)
}
