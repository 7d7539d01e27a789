package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/engine"
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
	formats = append(formats, inCoNLL)
	words := m.Check(&treebank.Item{Words: []conll.Word{{Form: "a", UPOS: "_", XPOS: "_", Head: conll.NoHead}}})
	if errors.Is(words, engine.ErrNoBase) {
		return formats // nothing makes trees from texts
	}
	if words == nil {
		formats = append(formats, pipe.Horizontal, pipe.Vertical)
	}
	for _, form := range m.Structure().Inputs {
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

// reader returns a function that reads the items in the data of a request, each with a sentence. It leaves out those
// without words, and refuses those with too many; sentences that are found in raw text end before they would be too long.
func (s *Server) reader(c *call, m *model, format, data string, o text.Options) (func() (*treebank.Item, error), error) {
	return s.readerOf(c, m, format, data, memory(data, dataName), pipe.Reading{Text: o})
}

// readerOf is reader for a part of the data, or all of it, as an open file.
func (s *Server) readerOf(c *call, m *model, format, data string, f *textfile.Reader, how pipe.Reading) (func() (*treebank.Item, error), error) {
	n, most := how.Text.Before, s.options.Limits.Words
	how.Reading = structure.Reading{Form: cmp.Or(forms[format], format), AnyHead: m.anyHead}
	how.Text.MaxWords, how.Workers = most, 1
	read, err := pipe.Reader(c.request.Context(), m.Parser, f, how)
	if err != nil {
		return nil, err
	}
	return func() (*treebank.Item, error) {
		for {
			it, err := read()
			switch {
			case err != nil && !c.route.udpipe && format == inCoNLL && !strings.Contains(data, "\t"):
				return nil, m.unlessText(err)
			case err != nil:
				return nil, err
			case it.Sentence == nil:
				tree := it.Tree
				if it = treebank.SentenceItem(&conll.Sentence{Words: it.Words, File: dataName}); m.Request().KeepSpans {
					it.Tree = tree
				}
			}
			switch size := len(it.Words); {
			case size > most:
				return nil, refuse(http.StatusUnprocessableEntity, "length", "sentence %s has %s words; at most %s are parsed",
					grouped(n+1), grouped(size), grouped(most))
			case size > 0:
				n++
				return it, nil
			}
		}
	}, nil
}

// unlessText adds to an error about columns what to do if a client has sent raw text as CoNLL-U.
func (m *model) unlessText(err error) error {
	if !errors.Is(err, conll.ErrColumns) && !errors.Is(err, conll.ErrBlanks) {
		return err
	}
	hint := "this model reads no raw text: choose one that does"
	if slices.Contains(m.about.Inputs, inText) {
		hint = `for raw text choose the input "text"`
	}
	return fmt.Errorf("%w; %s", err, hint)
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

// write returns items in a format, "" for the usual one.
func (m *model) write(format string, items ...*treebank.Item) ([]byte, error) {
	var b bytes.Buffer
	to, err := m.writes.NewWriter(&b, format)
	if err == nil {
		err = pipe.WriteAll(to, items)
	}
	return b.Bytes(), err
}

// render returns parsed items in a format of answers, with pictures if the query asks for them.
func (m *model) render(format string, items []*treebank.Item, q *query) (answer any, err error) {
	isDrawn := format == formats.SVG || format == formats.Text
	if q.Pictures || isDrawn {
		if err := checkDrawn(items); err != nil {
			return nil, err
		}
	}
	if isDrawn {
		var pictures []*draw.Picture
		for _, it := range items {
			pictures = append(pictures, draw.Of(it))
		}
		media, width := "image/svg+xml", q.Width
		if format == formats.Text {
			media, width = plainText, cmp.Or(q.Width, textWidth)
		}
		var b bytes.Buffer
		err = formats.Write(&b, format, draw.Options{Width: width}, pictures...)
		return document{media, b.Bytes()}, err
	}
	body, err := m.write(format, items...)
	switch {
	case err != nil:
		return nil, err
	case format == structure.TSV:
		return document{"text/tab-separated-values; charset=utf-8", body}, nil
	case format != structure.JSON:
		return document{plainText, body}, nil
	}
	lines := bytes.ReplaceAll(bytes.TrimSpace(body), []byte("\n"), []byte(",\n"))
	var pictures *shown
	if q.Pictures {
		pictures, err = m.show(items, q.Width)
	}
	return struct {
		Model     string          `json:"model"`
		Sentences json.RawMessage `json:"sentences"`
		*shown
	}{m.Name, slices.Concat([]byte("["), lines, []byte("]")), pictures}, err
}

// maxDrawn is how many words are drawn at a time: drawings are about thirty times as large as their text.
const maxDrawn = 5000

func checkDrawn(items []*treebank.Item) error {
	if n := wordsIn(treesOf(items)); n > maxDrawn {
		return refuse(http.StatusUnprocessableEntity, "length", "the text has %s words; at most %s are drawn at a time", grouped(n), grouped(maxDrawn))
	}
	return nil
}

// treesOf returns items with all their trees, in the order in which they are written.
func treesOf(items []*treebank.Item) (all []*treebank.Item) {
	for _, it := range items {
		all = append(append(all, it), it.Others...)
	}
	return all
}

// shown is what a page needs to show sentences, in their order.
type shown struct {
	Pictures []string `json:"pictures"` // SVG, for a page with the style sheet draw.css
	Sources  []string `json:"sources"`  // files of one sentence: CoNLL-U, Penn brackets or PENMAN notation
}

func (m *model) show(items []*treebank.Item, width int) (*shown, error) {
	all := shown{[]string{}, []string{}}
	for _, it := range treesOf(items) {
		svg, err := fragment(draw.Of(it), width)
		if err != nil {
			return nil, err
		}
		plain := *it
		plain.Rank, plain.Probability, plain.Certainty, plain.Others = 0, 0, nil, nil
		source, err := m.write("", &plain)
		if err != nil {
			return nil, err
		}
		all.Pictures, all.Sources = append(all.Pictures, svg), append(all.Sources, string(source))
	}
	return &all, nil
}

// fragment draws a picture as SVG for a page, at most width pixels wide; 0 is unlimited.
func fragment(p *draw.Picture, width int) (string, error) {
	var svg strings.Builder
	err := formats.Write(&svg, formats.SVG, draw.Options{Fragment: true, Width: width}, p)
	return svg.String(), err
}
