package serve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/parser/internal/pipe"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

func changed(read func() (*treebank.Item, error), change func(*treebank.Item)) func() (*treebank.Item, error) {
	return structure.Items(read, func(it *treebank.Item) *treebank.Item {
		change(it)
		return it
	})
}

// normalizeSpaces removes SpacesAfter and SpacesBefore from MISC; SpaceAfter stays.
func normalizeSpaces(it *treebank.Item) {
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

// udpipeFormats are the names of UDPipe's formats that can be written, the default first.
var udpipeFormats = []string{structure.CoNLLU, pipe.Horizontal, pipe.Vertical, "plaintext"}

// writeUDPipe returns sentences in one of udpipeFormats.
func (m *model) writeUDPipe(format string, sentences []*treebank.Item) (all string, err error) {
	if format == "plaintext" {
		var text []byte
		for _, s := range sentences {
			if text, err = segment.AppendText(text, s.Sentence); err != nil {
				break
			}
		}
		return string(text), err
	}
	if format == structure.CoNLLU {
		all = fmt.Sprintf("# generator = parser\n# udpipe_model = %s\n# udpipe_model_licence = %s\n", m.Name, cmp.Or(m.about.Licence, "unknown"))
	}
	body, err := m.write(format, sentences...)
	return all + string(body), err
}
