package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/draw"
	"parser/parser/draw/formats"
	"parser/parser/internal/pipe"
	"parser/parser/structure"
	"parser/parser/text"
)

// What requests may send.
const (
	inText  = pipe.Text // raw
	inCoNLL = structure.CoNLLU
)

// The formats of answers that are drawings.
const (
	outSVG  = "svg"
	outText = "text"
)

// dataName is what messages call what a client sends.
const dataName = "data"

// inputs returns the formats that the model reads, the default first.
func (m *model) inputs() (formats []string) {
	if m.Segmenter() != nil {
		formats = append(formats, inText)
	}
	builds := m.Structure()
	if formats = append(formats, inCoNLL); builds.NeedsHeads && m.Base() == nil {
		return formats // nothing makes trees of texts
	}
	for _, form := range builds.Inputs {
		formats = append(formats, formatOf(form))
	}
	return formats
}

// formatOf returns what requests call a form of textfile.
func formatOf(form string) string {
	if form == textfile.Graphs {
		return structure.Penman
	}
	return form
}

// formOf returns the form that a request means.
func formOf(format string) string {
	switch format {
	case structure.Penman:
		return textfile.Graphs
	case inCoNLL:
		return textfile.CoNLL
	}
	return format
}

// outputs returns the formats in which trees of the model can be had, the default first.
func (m *model) outputs() []string {
	return append(slices.Clone(m.Structure().Outputs), outSVG, outText)
}

// pick returns the one of these formats that a request means: the first for "".
func pick(what, format string, of []string) (string, error) {
	if format == "" {
		return of[0], nil
	}
	if !slices.Contains(of, format) {
		return "", refuse(http.StatusBadRequest, "format", "the %s of this model can be %s, not %q", what, strings.Join(of, ", "), format)
	}
	return format, nil
}

// reader returns what reads the items in data, each with a sentence. Those without words are left out.
func (m *model) reader(ctx context.Context, format, data string, o text.Options) (func() (*structure.Item, error), error) {
	f, err := textfile.New(strings.NewReader(data), dataName)
	if err != nil {
		return nil, err
	}
	read, err := pipe.Reader(ctx, m.Parser, f, pipe.Reading{Reading: structure.Reading{Form: formOf(format)}, Text: o, Workers: 1})
	if err != nil {
		return nil, err
	}
	return func() (*structure.Item, error) {
		for {
			it, err := read()
			if err != nil {
				return nil, err
			}
			if it.Sentence == nil {
				it = structure.SentenceItem(&conll.Sentence{Words: it.Words, File: dataName})
			}
			if len(it.Words) > 0 {
				return it, nil
			}
		}
	}, nil
}

// textWidth is how wide drawings with characters are, in columns, unless a request says it.
const textWidth = 100

// plainText is the type of formats that people read.
const plainText = "text/plain; charset=utf-8"

// render writes what was parsed in a format of outputs, with pictures as the query asks for them.
func (m *model) render(format string, p *parsed, q query) (contentType string, body []byte, err error) {
	if q.Pictures || format == outSVG || format == outText {
		if err := p.checkDrawn(); err != nil {
			return "", nil, err
		}
	}
	var b bytes.Buffer
	switch format {
	case outSVG:
		err = formats.Write(&b, formats.SVG, draw.Options{Width: q.Width}, p.pictures()...)
		return "image/svg+xml", b.Bytes(), err
	case outText:
		err = formats.Write(&b, formats.Text, draw.Options{Width: cmp.Or(q.Width, textWidth)}, p.pictures()...)
		return plainText, b.Bytes(), err
	}
	w, err := m.Structure().NewWriter(&b, structure.Writing{Format: format})
	if err == nil {
		err = pipe.WriteAll(w, p.items)
	}
	if err != nil {
		return "", nil, err
	}
	if format != structure.JSON {
		return plainText, b.Bytes(), nil
	}
	answer := struct {
		Model     string          `json:"model"`
		Sentences json.RawMessage `json:"sentences"`
		*shown
	}{Model: m.Name}
	lines := bytes.ReplaceAll(bytes.TrimSpace(b.Bytes()), []byte("\n"), []byte(",\n"))
	answer.Sentences = slices.Concat([]byte("["), lines, []byte("]"))
	if q.Pictures {
		if answer.shown, err = p.show(q.Width); err != nil {
			return "", nil, err
		}
	}
	body, err = marshal(answer)
	return "application/json", body, err
}
