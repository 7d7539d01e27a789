package serve

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/pipe"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/text"
	"parser/parser/treebank"
)

// The interface of UDPipe's web service (Straka 2018) for dependencies: the same parameters by GET and POST, the same
// answers, and errors as plain text.

// udpipePrefix is the path of UDPipe's methods.
const udpipePrefix = "/services/udpipe/api"

// dependencies returns the models that UDPipe could have: those whose parses CoNLL-U holds.
func (c collection) dependencies() collection {
	return c.that(func(m *model) bool { return m.columns })
}

func (s *Server) udpipeModels(c *call) error {
	answer := struct {
		Models  map[string][]string `json:"models"`
		Default string              `json:"default_model"`
	}{Models: map[string][]string{}}
	all := s.models.Load().dependencies()
	if len(all) > 0 {
		answer.Default = s.unnamed(all, inText, "").Name
	}
	for _, m := range all {
		var can []string
		if m.Segmenter() != nil {
			can = append(can, "tokenizer")
		}
		if len(m.about.Sets) > 0 {
			can = append(can, "tagger")
		}
		answer.Models[m.Name] = append(can, "parser")
	}
	return c.send(answer, nil)
}

func (s *Server) process(c *call) error {
	p, err := c.parameters()
	if err != nil {
		return err
	}
	if !p.Has("data") {
		return refuse(http.StatusBadRequest, "parameter", "The parameter 'data' is required.")
	}
	if !utf8.ValidString(p.Get("data")) {
		return refuse(http.StatusBadRequest, "malformed", "The data is not UTF-8.")
	}
	format := inCoNLL
	if input, _, _ := strings.Cut(p.Get("input"), "="); p.Has("tokenizer") || input == "generic_tokenizer" {
		format = inText
	}
	m, err := s.find(c, s.models.Load().dependencies(), p.Get("model"), format, "")
	if err != nil {
		return err
	}
	output, _, _ := strings.Cut(p.Get("output"), "=")
	if output = cmp.Or(output, udpipeFormats[0]); !slices.Contains(udpipeFormats, output) {
		return refuse(http.StatusBadRequest, "format", "Unknown output format '%s'.", p.Get("output"))
	}
	return c.send(s.work(c, func() (any, error) {
		items, err := s.annotate(c, m, p)
		if err != nil {
			return nil, err
		}
		c.parsed(m, items)
		result, err := m.writeUDPipe(output, items)
		madeOf := []string{m.about.Source, m.about.Licence}
		return struct {
			Model            string   `json:"model"`
			Acknowledgements []string `json:"acknowledgements"`
			Result           string   `json:"result"`
		}{m.Name, slices.DeleteFunc(madeOf, func(text string) bool { return text == "" }), result}, err
	}))
}

// parameters returns those of the address and the body; those of the body win.
func (c *call) parameters() (url.Values, error) {
	all, err := parseQuery(c.request.URL.RawQuery)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "malformed", "Cannot parse request URL.")
	}
	if c.request.Method != http.MethodPost || c.request.ContentLength == 0 {
		return all, nil
	}
	media, parameters, _ := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if media != "multipart/form-data" && media != "application/x-www-form-urlencoded" {
		return nil, refuse(http.StatusUnsupportedMediaType, "media",
			"Unsupported payload Content-Type, other than multipart/form-data and application/x-www-form-urlencoded.")
	}
	body, err := c.read()
	if err != nil {
		return nil, err
	}
	if media == "multipart/form-data" {
		parts := multipart.NewReader(bytes.NewReader(body), parameters["boundary"])
		for {
			part, err := parts.NextPart()
			if err == io.EOF {
				return all, nil
			}
			var value []byte
			if err == nil {
				value, err = io.ReadAll(part)
			}
			if err != nil {
				return nil, refuse(http.StatusBadRequest, "malformed", "Cannot parse the multipart/form-data payload.")
			}
			all.Set(part.FormName(), string(value))
		}
	}
	form, err := parseQuery(string(body))
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "malformed", "Cannot parse the application/x-www-form-urlencoded payload.")
	}
	maps.Copy(all, form)
	return all, nil
}

// parseQuery parses parameters. Values may hold ; as in UDPipe's options; the last value of a parameter wins.
func parseQuery(text string) (url.Values, error) {
	values, err := url.ParseQuery(strings.ReplaceAll(text, ";", "%3B"))
	for name, all := range values {
		values[name] = all[len(all)-1:]
	}
	return values, err
}

// columns are those after the first in vertical text, which UDPipe does not read either.
var columns = textfile.Pattern(`\t[^\n]*`)

// sentences returns what reads the data as parameters say.
func (s *Server) sentences(c *call, m *model, p url.Values) (func() (*treebank.Item, error), error) {
	data, tokenizer := p.Get("data"), p.Get("tokenizer")
	input, options, _ := strings.Cut(p.Get("input"), "=")
	if input == "generic_tokenizer" {
		tokenizer = options
	}
	has := func(option string) bool { return slices.Contains(strings.Split(tokenizer, ";"), option) }
	var how text.Options
	normalized := false
	switch {
	case p.Has("tokenizer") || input == "generic_tokenizer":
		if has("presegmented") {
			how.Segmented = text.Sentences
		}
		if has("ranges") {
			how.Ranges = pipe.Counting(pipe.Units()[0])
		}
		input, normalized = inText, has("normalized_spaces")
	case input == "" || input == inCoNLL:
		input = inCoNLL
	case input == pipe.Vertical:
		data, normalized = columns().ReplaceAllString(data, "")+"\n", true
	case input == pipe.Horizontal:
		data, normalized = data+"\n", true
	default:
		return nil, refuse(http.StatusBadRequest, "format", "Cannot parse the input in '%s' format.", p.Get("input"))
	}
	read, err := s.reader(c, m, input, data, how)
	if err == nil && normalized {
		read = changed(read, normalizeSpaces)
	}
	return read, err
}

// annotate reads the sentences of a request, and tags and parses them as its parameters say. If these ask for parses
// only, words without tags get those that the parser needs.
func (s *Server) annotate(c *call, m *model, p url.Values) ([]*treebank.Item, error) {
	read, err := s.sentences(c, m, p)
	if err != nil {
		return nil, err
	}
	tag, parse := p.Has("tagger"), p.Has("parser")
	if !tag && !parse {
		return textfile.ReadAll(read)
	}
	by := m.Parser
	if tag {
		retagging, err := m.with(treebank.Request{Retag: true})
		if err != nil {
			return nil, err
		}
		by = retagging.Parser
	}
	var before []*conll.Sentence
	if !parse { // the trees of the input stay
		read = changed(read, func(it *treebank.Item) { before = append(before, it.Sentence.Clone()) })
	}
	all, err := c.parseAll(by, read)
	for i, s := range before[:min(len(before), len(all))] {
		for k, w := range s.Words {
			own := &all[i].Words[k]
			own.Head, own.Deprel, own.Deps = w.Head, w.Deprel, w.Deps
		}
		all[i].Sentence.Extras = s.Extras
	}
	return all, err
}

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
