package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/text"
	"parser/parser/treebank"
)

// Formats that requests may send.
const (
	inText  = pipe.Text // raw
	inCoNLL = structure.CoNLLU
)

// dataName is the name of a client's data in messages.
const dataName = "data"

// inputs returns the formats that the model reads, the default first.
func (m *model) inputs() (formats []string) {
	if m.Segmenter() != nil {
		formats = append(formats, inText)
	}
	builds := m.Structure()
	if formats = append(formats, inCoNLL); builds.NeedsHeads && m.Base() == nil {
		return formats // nothing makes trees from texts
	}
	if !m.NeedsTags() {
		formats = append(formats, pipe.Horizontal, pipe.Vertical)
	}
	for _, form := range builds.Inputs {
		if form == textfile.Graphs {
			form = structure.Penman
		}
		formats = append(formats, form)
	}
	return formats
}

// forms are the formats that have other names in requests than in textfile.
var forms = map[string]string{structure.Penman: textfile.Graphs, inCoNLL: textfile.CoNLL}

// pick returns the format that a request means, which must be one of those given: the first for "".
func pick(what, format string, of []string) (string, error) {
	if format == "" {
		return of[0], nil
	}
	if !slices.Contains(of, format) {
		return "", refuse(http.StatusBadRequest, "format", "the %s of this model can be %s, not %q", what, strings.Join(of, ", "), format)
	}
	return format, nil
}

// input returns the format of the data that a request for a model names. If the model does not read it, the error says
// which ones do.
func (c collection) input(m *model, format string) (string, error) {
	picked, err := pick("input", format, m.about.Inputs)
	if err != nil {
		if others := c.readersOf(format); others != "" {
			err = refuse(http.StatusBadRequest, "format", "%w; the model is %s, and %s can be read by: %s", err, m.Name, format, others)
		}
	}
	return picked, err
}

// reader returns a function that reads the items in data, each with a sentence. It leaves out those without words.
func (m *model) reader(ctx context.Context, format, data string, o text.Options) (func() (*treebank.Item, error), error) {
	f := memory(data, dataName)
	how := structure.Reading{Form: cmp.Or(forms[format], format), AnyHead: !m.Structure().NeedsHeads && !m.Request().KeepHeads}
	read, err := pipe.Reader(ctx, m.Parser, f, pipe.Reading{Reading: how, Text: o, Workers: 1})
	if err != nil {
		return nil, err
	}
	return func() (*treebank.Item, error) {
		for {
			it, err := read()
			if err != nil {
				return nil, err
			}
			if it.Sentence == nil {
				tree := it.Tree
				if it = treebank.SentenceItem(&conll.Sentence{Words: it.Words, File: dataName}); m.Request().KeepSpans {
					it.Tree = tree
				}
			}
			if len(it.Words) > 0 {
				return it, nil
			}
		}
	}, nil
}

// memory returns what a client has sent as an open file: UTF-8, whatever it says itself, and never compressed.
func memory(data, name string) *textfile.Reader {
	f := &textfile.Reader{Reader: bufio.NewReaderSize(strings.NewReader(data), min(textfile.BufferSize, len(data)+1)), Name: name}
	_ = f.Decode("utf-8") // which is known
	return f
}

// textWidth is the default width of drawings as text, in columns.
const textWidth = 100

// plainText is the media type of formats for people.
const plainText = "text/plain; charset=utf-8"

func (m *model) write(w io.Writer, format string, items []*treebank.Item) error {
	to, err := pipe.Written(m.Parser).NewWriter(w, format)
	if err != nil {
		return err
	}
	return pipe.WriteAll(to, items)
}

// render writes parsed items in a format of answers, with pictures if the query asks for them.
func (m *model) render(format string, items []*treebank.Item, q query) (contentType string, body []byte, err error) {
	isDrawn := format == formats.SVG || format == formats.Text
	if q.Pictures || isDrawn {
		if err := checkDrawn(items); err != nil {
			return "", nil, err
		}
	}
	var b bytes.Buffer
	if isDrawn {
		var pictures []*draw.Picture
		for _, it := range items {
			pictures = append(pictures, draw.Of(it))
		}
		contentType, width := "image/svg+xml", q.Width
		if format == formats.Text {
			contentType, width = plainText, cmp.Or(q.Width, textWidth)
		}
		err = formats.Write(&b, format, draw.Options{Width: width}, pictures...)
		return contentType, b.Bytes(), err
	}
	if err := m.write(&b, format, items); err != nil {
		return "", nil, err
	}
	switch format {
	case structure.JSON:
	case structure.TSV:
		return "text/tab-separated-values; charset=utf-8", b.Bytes(), nil
	default:
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
		if answer.shown, err = m.show(items, q.Width); err != nil {
			return "", nil, err
		}
	}
	body, err = marshal(answer)
	return "application/json", body, err
}
