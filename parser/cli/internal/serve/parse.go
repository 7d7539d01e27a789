package serve

import (
	"bytes"
	"cmp"
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
	"sync"
	"unicode/utf8"

	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
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
	// Lexicon names lexicons of the server, with commas between them; "" for none.
	Lexicon string `json:"lexicon"`
	// Pictures adds the fields of shown to JSON.
	Pictures bool `json:"pictures"`
	// Width is the width of drawings in pixels, or of text in columns; longer sentences continue in further rows. 0 is
	// unlimited.
	Width int `json:"width"`

	treebank.Request `json:"-"`
}

// fields are the places of the fields of a query by the names that requests have for them: those of JSON, and of what can be
// asked of a parse.
var fields = sync.OnceValue(func() map[string][]int {
	var q query
	options, all, v := map[any]string{}, map[string][]int{}, reflect.ValueOf(&q).Elem()
	for _, o := range q.Options() {
		options[o.Field] = o.Name
	}
	for _, f := range reflect.VisibleFields(v.Type()) {
		all[cmp.Or(options[v.FieldByIndex(f.Index).Addr().Interface()], f.Tag.Get("json"))] = f.Index
	}
	delete(all, "") // what no request can ask for
	delete(all, "-")
	return all
})

// field returns the field of a query that a name stands for, or nil.
func (q *query) field(name string) any {
	if at := fields()[name]; at != nil {
		return reflect.ValueOf(q).Elem().FieldByIndex(at).Addr().Interface()
	}
	return nil
}

// readQuery reads the parameters in the address of a request and, over them, its body: JSON, or the data itself.
func (c *call) readQuery(q *query) (err error) {
	given := c.request.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(given)) {
		value, field := given[name][len(given[name])-1], q.field(name)
		if name == "pictures" { // for which only JSON has a place
			field = nil
		}
		switch field := field.(type) {
		case *string:
			if name == "offsets" {
				value = cmp.Or(value, pipe.Units()[0])
			}
			*field = value
		case **string:
			*field = &value
		case *int:
			if *field, err = strconv.Atoi(value); err != nil {
				return refuse(http.StatusBadRequest, "parameter", "the %s %q is no number", name, value)
			}
		case *uint64:
			if *field, err = strconv.ParseUint(value, 10, 64); err != nil {
				return refuse(http.StatusBadRequest, "parameter", "the %s %q is no number", name, value)
			}
		case *bool:
			if *field, err = strconv.ParseBool(cmp.Or(value, "true")); err != nil {
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

// readJSON reads a body into the fields of v, one of which is the data.
func (c *call) readJSON(v any, data **string) error {
	body, isJSON, err := c.body()
	if err == nil && !isJSON {
		err = refuse(http.StatusUnsupportedMediaType, "media", "the body must be JSON (Content-Type: application/json)")
	}
	if err == nil {
		err = decode(body, v)
	}
	if err == nil && *data == nil {
		err = noData()
	}
	return err
}

// decodeQuery reads a JSON object that has fields of a query.
func decodeQuery(body []byte, q *query) error {
	var sent map[string]json.RawMessage
	if err := decode(body, &sent); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		field := q.field(strings.ToLower(name)) // in capitals or not, as in other requests
		if field == nil {
			return unexpected("there is no field %q", name)
		}
		var wrong *json.UnmarshalTypeError
		if err := json.Unmarshal(sent[name], field); errors.As(err, &wrong) {
			return unexpected("%q must be %s, not %s", name, kindName(wrong.Type), wrong.Value)
		}
	}
	return nil
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
	const number = "a whole number"
	names := map[reflect.Kind]string{reflect.Slice: "an array of strings", reflect.Int: number, reflect.Uint64: number, reflect.Bool: "true or false"}
	return cmp.Or(names[t.Kind()], "a string")
}

// reading returns how the data of a query is read, or what in the query cannot be used with its input or output.
func (q *query) reading(input, output string) (how text.Options, err error) {
	how.Markup, how.Dehyphenate = q.Markup, q.Dehyphenate
	if q.Offsets != "" {
		how.Ranges = pipe.Counting(q.Offsets)
	}
	if q.Lines {
		how.Segmented = text.Sentences
	}
	if how.FindSentences = q.Paragraphs; q.Paragraphs && input == inText {
		how.Segmented = text.Paragraphs
	}
	_, isText := pipe.Segmented(input)
	wrong := ""
	switch {
	case q.Paragraphs && !isText:
		wrong = fmt.Sprintf("paragraphs are of texts and tokens, not of the input %q", input)
	case q.Paragraphs && (q.Lines || q.Markup != ""):
		wrong = "paragraphs exclude lines and markup"
	case q.Lines && input != inText:
		wrong = fmt.Sprintf("lines are of the input %q, not of %q", inText, input)
	case (q.Markup != "" || q.Dehyphenate) && input != inText:
		wrong = fmt.Sprintf("markup and dehyphenate are of the input %q, not of %q", inText, input)
	case q.Markup != "" && q.Lines:
		wrong = "lines and markup exclude each other"
	case !slices.Contains([]string{"", text.HTML, text.Markdown}, q.Markup):
		wrong = fmt.Sprintf("the markup can be %s or %s, not %q", text.HTML, text.Markdown, q.Markup)
	case q.Offsets != "" && !isText:
		wrong = fmt.Sprintf("there are no offsets in the input %q", input)
	case q.Offsets != "" && how.Ranges == nil:
		wrong = fmt.Sprintf("offsets can be in %s, not in %q", strings.Join(pipe.Units(), ", "), q.Offsets)
	case (q.Probabilities || q.NBest > 0) && output != structure.JSON && output != structure.CoNLLU:
		wrong = fmt.Sprintf("only %s and %s have a place for probabilities", structure.JSON, structure.CoNLLU)
	case q.Pictures && q.Only != "" && !q.Reaches("trees"):
		wrong = "there are no pictures of " + q.Only
	}
	if wrong != "" {
		err = refuse(http.StatusBadRequest, "parameter", "%s", wrong)
	}
	return how, err
}

// parseAll parses all items in this goroutine. With an error it returns those before it.
func (c *call) parseAll(by *engine.Parser, read func() (*treebank.Item, error)) (items []*treebank.Item, err error) {
	err = by.Run(c.request.Context(), read, func(it *treebank.Item) error {
		items = append(items, it)
		return nil
	}, 1)
	return items, err
}

// subject returns the model that a request means, and the format of the data that it sends for it.
func (s *Server) subject(c *call, name, input, data string, width int) (m *model, format string, err error) {
	if width < 0 {
		return nil, "", refuse(http.StatusBadRequest, "parameter", "the width must be 0 or more, not %d", width)
	}
	all := *s.models.Load()
	if m, err = s.find(c, all, name, input, data); err != nil {
		return nil, "", err
	}
	if format, err = pick("input", input, m.about.Inputs); err != nil {
		if others := all.that(func(m *model) bool { return slices.Contains(m.about.Inputs, input) }); len(others) > 0 {
			err = refuse(http.StatusBadRequest, "format", "%w; the model is %s, and %s can be read by: %s", err, m.Name, input, strings.Join(others.names(), ", "))
		}
	}
	return m, format, err
}

func (s *Server) parse(c *call) error {
	var q query
	err := c.readQuery(&q)
	if err == nil {
		q.Request.Lexicon, err = s.lexicons.Load().named(q.Lexicon)
	}
	var inParts bool
	if err == nil {
		inParts, err = s.models.Load().isMixed(&q)
	}
	if err != nil {
		return err
	}
	if inParts {
		return s.parseMixed(c, &q)
	}
	m, input, err := s.subject(c, q.Model, q.Input, *q.Data, q.Width)
	if err != nil {
		return err
	}
	if m, err = m.with(q.Request); err != nil {
		return err
	}
	output, noOutput := pick("output", q.Output, m.about.Outputs)
	how, noReading := q.reading(input, output)
	if err := cmp.Or(noOutput, noReading); err != nil {
		return err
	}
	return c.send(s.work(c, func() (any, error) {
		read, err := s.reader(c, m, input, *q.Data, how)
		if err != nil {
			return nil, err
		}
		items, err := c.parseAll(m.Parser, read)
		if err != nil {
			return nil, err
		}
		c.parsed(m, items)
		return m.render(output, items, &q)
	}))
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
