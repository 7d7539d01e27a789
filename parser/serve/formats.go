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
	"parser/parser/amr"
	"parser/parser/draw"
	"parser/parser/internal/grounding"
	"parser/parser/output"
	"parser/parser/structure"
	"parser/parser/text"
	"parser/ptb"
	"parser/transition"
)

// What requests may send.
const (
	inText     = "text" // raw
	inCoNLL    = output.CoNLLU
	inTagged   = textfile.Tagged
	inBrackets = textfile.Brackets
	inPenman   = output.Penman // graphs, of which the texts are parsed
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
	if formats = append(formats, inCoNLL); m.Kind() == transition.Constituents {
		formats = append(formats, inTagged, inBrackets)
	}
	if m.Base() != nil && m.Kind() == transition.Graphs {
		formats = append(formats, inPenman)
	}
	return formats
}

// outputs returns the formats in which trees of the model can be had, the default first.
func (m *model) outputs() []string {
	switch m.Kind() {
	case transition.Constituents:
		return []string{output.Brackets, output.JSON, output.Horizontal, outSVG, outText}
	case transition.Graphs:
		return []string{output.Penman, output.JSON, outSVG, outText}
	}
	return []string{output.CoNLLU, output.CoNLLX, output.JSON, output.Horizontal, outSVG, outText}
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

// reader returns what reads the sentences in data, of which models of constituents need the words
// only. Sentences without words are left out.
func (m *model) reader(ctx context.Context, format, data string, o text.Options) (func() (*conll.Sentence, error), error) {
	in := strings.NewReader(data)
	switch format {
	case inText:
		r, err := m.Text(in, dataName, o)
		if err != nil {
			return nil, err
		}
		return r.Read, nil
	case inBrackets:
		return sentencesOf(ptb.NewReader(in, dataName).Read, structure.WordsOf), nil
	case inPenman:
		graphs := amr.NewReader(in, dataName)
		return grounding.Reader(ctx, m.Base(), func() (*grounding.Text, error) {
			g, err := graphs.Read()
			if err != nil {
				return nil, err
			}
			return grounding.TextOf(g)
		}, 1, 1), nil
	case inTagged:
		f, err := textfile.New(in, dataName)
		if err != nil {
			return nil, err
		}
		return sentencesOf(conll.NewTaggedReader(f).Read, slices.Clone), nil
	}
	return conll.NewReader(in, dataName).Read, nil
}

// sentencesOf reads items and makes sentences of the words that are in each.
func sentencesOf[T any](read func() (T, error), words func(T) []conll.Word) func() (*conll.Sentence, error) {
	return func() (*conll.Sentence, error) {
		for {
			item, err := read()
			if err != nil {
				return nil, err
			}
			if all := words(item); len(all) > 0 {
				return &conll.Sentence{Words: all, File: dataName}, nil
			}
		}
	}
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
		err = draw.Sheet(&b, p.pictures(), draw.Options{Width: q.Width})
		return "image/svg+xml", b.Bytes(), err
	case outText:
		err = draw.Write(&b, draw.FormatText, "", p.pictures(), draw.Options{Width: cmp.Or(q.Width, textWidth)})
		return plainText, b.Bytes(), err
	}
	switch m.Kind() {
	case transition.Graphs:
		w, err := output.Graphs(&b, format)
		if err == nil {
			err = writeAll(w, p.graphs)
		}
		if err != nil {
			return "", nil, err
		}
	case transition.Constituents:
		w, err := output.Trees(ptb.NewWriter(&b), format)
		if err == nil {
			err = writeAll(w, p.trees)
		}
		if err != nil {
			return "", nil, err
		}
	default:
		w, err := output.Sentences(conll.NewWriter(&b), format)
		if err == nil {
			err = writeAll(w, p.sentences)
		}
		if err != nil {
			return "", nil, err
		}
	}
	if format != output.JSON {
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

// writeAll writes items to w.
func writeAll[T any](w output.Writer[T], items []T) error {
	for _, item := range items {
		if err := w.Write(item); err != nil {
			return err
		}
	}
	return w.Flush()
}
