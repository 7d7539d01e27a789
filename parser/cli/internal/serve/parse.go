package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/text"
	"parser/parser/treebank"
)

// query is what a request to parse sends: these fields, and those of treebank.Request under the names of its options.
type query struct {
	Model  string `json:"model"`
	Input  string `json:"input"`
	Output string `json:"output"`
	// Data is required, but may be empty.
	Data *string `json:"data"`
	// Lines says that each line of raw text is one sentence.
	Lines bool `json:"lines"`
	// Paragraphs says that each line of raw text, or of tokens, is one or several complete sentences; of vertical tokens,
	// each block.
	Paragraphs bool `json:"paragraphs"`
	// Markup is that of raw text, "html" or "markdown", "" for none.
	Markup string `json:"markup"`
	// Dehyphenate joins words that are divided at the ends of lines of raw text.
	Dehyphenate bool `json:"dehyphenate"`
	// Offsets is a unit of [pipe.Units], in which MISC says where tokens are in a text; "" for none.
	Offsets string `json:"offsets"`
	// Pictures adds the fields of shown to JSON.
	Pictures bool `json:"pictures"`
	// Width is the width of drawings in pixels, or of text in columns; longer sentences continue in further rows. 0 is
	// unlimited.
	Width int `json:"width"`

	asked treebank.Request
}

// readQuery reads the parameters in the address of a request and, over them, its body: JSON, or the data itself.
func (c *call) readQuery(q *query) (err error) {
	given := c.request.URL.Query()
	texts := map[string]*string{"model": &q.Model, "input": &q.Input, "output": &q.Output, "markup": &q.Markup}
	switches := map[string]*bool{"lines": &q.Lines, "paragraphs": &q.Paragraphs, "dehyphenate": &q.Dehyphenate}
	numbers := map[string]*int{"width": &q.Width}
	for _, o := range q.asked.Options() {
		switch field := o.Field.(type) {
		case *string:
			texts[o.Name] = field
		case *bool:
			switches[o.Name] = field
		case *int:
			numbers[o.Name] = field
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		value := given[name][len(given[name])-1]
		switch text, number := texts[name], numbers[name]; {
		case text != nil:
			*text = value
		case number != nil:
			if *number, err = strconv.Atoi(value); err != nil {
				return refuse(http.StatusBadRequest, "parameter", "the %s %q is no number", name, value)
			}
		case name == "data":
			q.Data = &value
		case name == "offsets":
			q.Offsets = cmp.Or(value, pipe.Units()[0])
		case switches[name] != nil:
			if *switches[name], err = strconv.ParseBool(cmp.Or(value, "true")); err != nil {
				return refuse(http.StatusBadRequest, "parameter", "%s is true or false, not %q", name, value)
			}
		default:
			return refuse(http.StatusBadRequest, "parameter", "there is no parameter %q", name)
		}
	}
	body, isJSON, err := c.body()
	if err != nil {
		return err
	}
	if isJSON {
		err = decodeQuery(body, q)
	} else if text := string(body); text != "" {
		q.Data = &text
	}
	switch {
	case err != nil:
		return err
	case q.Data == nil:
		return noData()
	case !utf8.ValidString(*q.Data):
		return refuse(http.StatusBadRequest, "malformed", "the data is not UTF-8")
	}
	return nil
}

func noData() error {
	return refuse(http.StatusBadRequest, "parameter", `there is nothing to parse: "data" is missing`)
}

func (c *call) readJSON(v any) error {
	body, isJSON, err := c.body()
	if err == nil && !isJSON {
		err = refuse(http.StatusUnsupportedMediaType, "media", "the body must be JSON (Content-Type: application/json)")
	}
	if err != nil {
		return err
	}
	return decode(body, v)
}

// decodeQuery reads a JSON object that has the fields of a query and what can be asked of a parse.
func decodeQuery(body []byte, q *query) error {
	var fields map[string]json.RawMessage
	if err := decode(body, &fields); err != nil {
		return err
	}
	for _, o := range q.asked.Options() {
		if value, given := fields[o.Name]; given {
			var wrong *json.UnmarshalTypeError
			if err := json.Unmarshal(value, o.Field); errors.As(err, &wrong) {
				return unexpected("%q must be %s, not %s", o.Name, kindName(wrong.Type), wrong.Value)
			}
			delete(fields, o.Name)
		}
	}
	rest, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	return decode(rest, q)
}

// unexpected refuses JSON.
func unexpected(format string, args ...any) error {
	return refuse(http.StatusBadRequest, "malformed", "the body is not the JSON that is expected: "+format, args...)
}

// decode reads a JSON object that has no other fields than v.
func decode(body []byte, v any) error {
	if !utf8.Valid(body) {
		return refuse(http.StatusBadRequest, "malformed", "the body is not UTF-8")
	}
	switch text := bytes.TrimSpace(body); {
	case len(text) == 0:
		return unexpected("it is empty")
	case text[0] != '{':
		return unexpected("it must be an object, {…}")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return unexpected("malformed at byte %d", syntax.Offset)
	case errors.As(err, &wrong):
		return unexpected("%q must be %s, not %s", wrong.Field, kindName(wrong.Type), wrong.Value)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return unexpected("it breaks off")
	case err != nil: // the only error without a type
		return unexpected("there is no field %s", strings.TrimPrefix(err.Error(), "json: unknown field "))
	}
	if d.More() {
		return refuse(http.StatusBadRequest, "malformed", "the body has something after the JSON")
	}
	return nil
}

func kindName(t reflect.Type) string {
	names := map[reflect.Kind]string{reflect.Slice: "an array of strings", reflect.Int: "a whole number", reflect.Bool: "true or false"}
	return cmp.Or(names[t.Kind()], "a string")
}

func badWidth(width int) error {
	return refuse(http.StatusBadRequest, "parameter", "the width must be 0 or more, not %d", width)
}

// limited returns the items of read, or a failure if one is too long.
func (s *Server) limited(read func() (*treebank.Item, error)) func() (*treebank.Item, error) {
	n, most := 0, s.options.Limits.Words
	return func() (*treebank.Item, error) {
		it, err := read()
		if n++; err == nil && len(it.Words) > most {
			err = refuse(http.StatusUnprocessableEntity, "length", "sentence %s has %s words; at most %s are parsed", grouped(n), grouped(len(it.Words)), grouped(most))
		}
		return it, err
	}
}

// reading returns how a query's data is read: sentences that are found in raw text end where they would be too long.
func (s *Server) reading(q *query, input string) (how text.Options, err error) {
	how.MaxWords, how.Ranges = s.options.Limits.Words, pipe.Counting(q.Offsets)
	how.Markup, how.Dehyphenate = q.Markup, q.Dehyphenate
	if q.Lines {
		how.Segmented = text.Sentences
	}
	if how.FindSentences = q.Paragraphs; q.Paragraphs && input == inText {
		how.Segmented = text.Paragraphs
	}
	_, isText := pipe.Segmented(input)
	switch {
	case q.Paragraphs && !isText:
		err = refuse(http.StatusBadRequest, "parameter", "paragraphs are of texts and tokens, not of the input %q", input)
	case q.Paragraphs && (q.Lines || q.Markup != ""):
		err = refuse(http.StatusBadRequest, "parameter", "paragraphs exclude lines and markup")
	case q.Lines && input != inText:
		err = refuse(http.StatusBadRequest, "parameter", "lines are of the input %q, not of %q", inText, input)
	case (q.Markup != "" || q.Dehyphenate) && input != inText:
		err = refuse(http.StatusBadRequest, "parameter", "markup and dehyphenate are of the input %q, not of %q", inText, input)
	case q.Markup != "" && q.Lines:
		err = refuse(http.StatusBadRequest, "parameter", "lines and markup exclude each other")
	case !slices.Contains([]string{"", text.HTML, text.Markdown}, q.Markup):
		err = refuse(http.StatusBadRequest, "parameter", "the markup can be %s or %s, not %q", text.HTML, text.Markdown, q.Markup)
	case q.Offsets != "" && !isText:
		err = refuse(http.StatusBadRequest, "parameter", "there are no offsets in the input %q", input)
	case q.Offsets != "" && how.Ranges == nil:
		err = refuse(http.StatusBadRequest, "parameter", "offsets can be in %s, not in %q", strings.Join(pipe.Units(), ", "), q.Offsets)
	}
	return how, err
}

// parseAll parses all items in this goroutine. With an error it returns those before it.
func parseAll(ctx context.Context, by *engine.Parser, read func() (*treebank.Item, error)) ([]*treebank.Item, error) {
	var items []*treebank.Item
	err := by.Run(ctx, read, func(it *treebank.Item) error {
		items = append(items, it)
		return nil
	}, 1)
	return items, err
}

func (s *Server) parse(c *call) error {
	var q query
	if err := c.readQuery(&q); err != nil {
		return err
	}
	all := *s.models.Load()
	m, err := s.find(c, all, q.Model, q.Input, *q.Data)
	if err != nil {
		return err
	}
	if q.Width < 0 {
		return badWidth(q.Width)
	}
	input, err := all.input(m, q.Input)
	if err != nil {
		return err
	}
	if m, err = m.with(q.asked); err != nil {
		return err
	}
	output, noOutput := pick("output", q.Output, m.about.Outputs)
	how, noReading := s.reading(&q, input)
	if err := cmp.Or(noOutput, noReading, checkOutput(output, &q)); err != nil {
		return err
	}
	var contentType string
	var body []byte
	err = s.work(c.request.Context(), func() error {
		read, err := m.given(c.request.Context(), input, *q.Data, how)
		if err != nil {
			return err
		}
		items, err := parseAll(c.request.Context(), m.Parser, s.limited(read))
		if err != nil {
			return err
		}
		c.parsed(m, items)
		contentType, body, err = m.render(output, items, q)
		return err
	})
	if err != nil {
		return err
	}
	return c.write(contentType, body)
}

// given is like reader, but if a client sends raw text as CoNLL-U, the error says what to do instead.
func (m *model) given(ctx context.Context, format, data string, how text.Options) (func() (*treebank.Item, error), error) {
	read, err := m.reader(ctx, format, data, how)
	if err != nil || format != inCoNLL || strings.Contains(data, "\t") {
		return read, err
	}
	hint := "this model reads no raw text: choose one that does"
	if slices.Contains(m.about.Inputs, inText) {
		hint = `for raw text choose the input "text"`
	}
	return func() (*treebank.Item, error) {
		it, err := read()
		if errors.Is(err, conll.ErrColumns) || errors.Is(err, conll.ErrBlanks) {
			err = fmt.Errorf("%w; %s", err, hint)
		}
		return it, err
	}, nil
}

func wordsIn(items []*treebank.Item) (n int) {
	for _, it := range items {
		n += it.Size()
	}
	return n
}

// parsed remembers for the log what was parsed.
func (c *call) parsed(m *model, items []*treebank.Item) {
	c.model, c.sentences, c.words = m.Name, len(items), wordsIn(items)
}
