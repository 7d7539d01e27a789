package serve

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"parser/parser/internal/draw/formats"
	"parser/parser/internal/engine"
	"parser/parser/internal/linear"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// Source is a model to serve.
type Source struct {
	Name  string // in requests
	Title string // for people; may be ""
	Load  func() (*engine.Parser, error)
}

type model struct {
	Source
	*engine.Parser
	about   described
	writes  *structure.Structure // what parses are
	columns bool                 // … and CoNLL-U holds it
	anyHead bool                 // heads in the input do not matter

	loading  sync.Mutex                  // for variants
	variants map[treebank.Request]*model // with what was asked of parses, which are kept since their workers are
	followed map[string]*model           // of a model of several languages, as it follows each of them
}

// collection holds the models that are served. It does not change.
type collection []*model

func load(sources []Source) (c collection, err error) {
	if len(sources) == 0 {
		return nil, fmt.Errorf("%w: no model", ErrOptions)
	}
	for _, source := range sources {
		if source.Name == "" || slices.ContainsFunc(c, func(m *model) bool { return m.Name == source.Name }) {
			return nil, fmt.Errorf("%w: two models are called %q", ErrOptions, source.Name)
		}
		m, err := source.load()
		if err != nil {
			return nil, err
		}
		c = append(c, m)
	}
	return c, nil
}

// load loads the model, which must build trees.
func (s Source) load() (*model, error) {
	p, err := s.Load()
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", s.Name, err)
	}
	if p.Structure().Tagger {
		return nil, fmt.Errorf("%w: the model %s is a tagger, which builds no trees", ErrOptions, s.Name)
	}
	builds, meta := p.Structure(), p.Meta()
	m := &model{Source: s, Parser: p, variants: map[treebank.Request]*model{}, writes: builds, anyHead: !builds.NeedsHeads}
	m.columns = slices.Contains(builds.Outputs, structure.CoNLLU)
	m.about = described{
		Name: m.Name, Title: m.Title, Kind: builds.Name(), Language: meta.Lang, System: meta.System, Scorer: cmp.Or(meta.Scorer, linear.Kind{}.Name()),
		Text: m.Segmenter() != nil, NeedsTags: m.NeedsTags(), Sets: append([]string{}, m.Predicts()...), Confident: m.columns && meta.Temperature > 0,
		Source: meta.Options.Source, Licence: meta.Options.Licence,
		Inputs: m.inputs(), Outputs: append(slices.Clone(builds.Outputs), formats.SVG, formats.Text),
	}
	if _, err := p.With(treebank.Request{NBest: maxTrees}); err == nil {
		m.about.NBest = maxTrees
	}
	_, err = m.with(treebank.Request{Retag: true}) // for UDPipe's interface, whatever else is asked for first
	return m, err
}

// again loads the models again. Those that cannot be loaded stay as they are.
func (c collection) again() (collection, error) {
	var next collection
	var errs []error
	for _, m := range c {
		loaded, err := m.load()
		if err != nil {
			errs, loaded = append(errs, err), m
		}
		next = append(next, loaded)
	}
	return next, errors.Join(errs...)
}

// modelHeader is the header of answers that names the model.
const modelHeader = "X-Model"

// find returns the model that a request means, and names it in the header of the answer. Where the request names none it
// is the first of Options.Unnamed that reads data in a format, "" for an unknown one, or the first of them if none does.
func (s *Server) find(c *call, all collection, name, format, data string) (*model, error) {
	m, err := (*model)(nil), error(nil)
	if name == "" && len(all) > 0 {
		m = s.unnamed(all, format, data)
	} else if m, err = s.named(all, name); err != nil {
		return nil, err
	}
	c.Header().Add(modelHeader, m.Name)
	return m, nil
}

func (s *Server) unnamed(all collection, format, data string) (m *model) {
	if format == "" { // raw text, unless it cannot be that
		if format = inText; strings.Contains(data, "\t") {
			format = inCoNLL
		}
	}
	for _, name := range s.options.Unnamed {
		i := slices.IndexFunc(all, func(m *model) bool { return m.Name == name })
		switch {
		case i < 0:
		case slices.Contains(all[i].about.Inputs, format):
			return all[i]
		case m == nil:
			m = all[i]
		}
	}
	if m == nil {
		m = all[0]
	}
	return m
}

// named returns the model of a name: the one that has it, in capitals or not; otherwise the first of dependencies in the
// language with this code; otherwise, as in UDPipe, the first whose name begins with it and a hyphen; otherwise the first
// in that language; otherwise, as in "multi:da", the one of several languages as it follows one of them; otherwise what
// Options.Means says. The error is a failure.
func (s *Server) named(c collection, name string) (*model, error) {
	for _, means := range []func(*model) bool{
		func(m *model) bool { return m.Name == name },
		func(m *model) bool { return strings.EqualFold(m.Name, name) },
		func(m *model) bool { return m.Meta().Lang == name && m.columns },
		func(m *model) bool { return strings.HasPrefix(m.Name, name+"-") },
		func(m *model) bool { return m.Meta().Lang == name },
	} {
		if i := slices.IndexFunc(c, means); i >= 0 {
			return c[i], nil
		}
	}
	if m, code := c.several(name); m != nil {
		return m.following(c, code)
	}
	if s.options.Means != nil {
		meant := s.options.Means(name, c.names())
		if i := slices.IndexFunc(c, func(m *model) bool { return m.Name == meant }); i >= 0 {
			return c[i], nil
		}
	}
	return nil, refuse(http.StatusNotFound, "model", "there is no model %q, but: %s", name, strings.Join(c.names(), ", "))
}

// that returns the models that are so.
func (c collection) that(are func(*model) bool) collection {
	return slices.DeleteFunc(slices.Clone(c), func(m *model) bool { return !are(m) })
}

func (c collection) names() (names []string) {
	for _, m := range c {
		names = append(names, m.Name)
	}
	return names
}

type described struct {
	Name      string   `json:"name"`
	Title     string   `json:"title,omitempty"`
	Kind      string   `json:"kind"` // "dependencies", "constituents" or "graphs"
	Language  string   `json:"language,omitempty"`
	System    string   `json:"system"`
	Scorer    string   `json:"scorer"`
	Text      bool     `json:"text"`       // reads raw text
	NeedsTags bool     `json:"needsTags"`  // but finds none itself
	Sets      []string `json:"sets"`       // columns that it fills in where they are empty
	Confident bool     `json:"confidence"` // knows how probable heads are
	NBest     int      `json:"nbest"`      // how many trees of a sentence can be asked for
	Source    string   `json:"source,omitempty"`
	Licence   string   `json:"licence,omitempty"`
	Inputs    []string `json:"inputs"` // formats, the first is the default
	Outputs   []string `json:"outputs"`
}

func (s *Server) listModels(c *call) error {
	all, models := *s.models.Load(), []described{}
	for _, m := range all {
		models = append(models, m.about)
	}
	return c.send(map[string]any{"default": s.unnamed(all, inText, "").Name, "models": models, "lexicons": s.lexicons.Load().names}, nil)
}

// mostVariants is how many variants of a model are kept; others are made for one request each.
const mostVariants = 64

// maxTrees is how many trees of a sentence can be asked for: the beam that looks for them is twice as wide, and takes as
// many times as long as the best tree alone.
const maxTrees = 20

// most are the greatest numbers that can be asked for.
func most() map[string]int { return map[string]int{"nbest": maxTrees, "beam": 2 * maxTrees} }

// with returns the model with what a request asks of its parses.
func (m *model) with(r treebank.Request) (*model, error) {
	if r == (treebank.Request{}) {
		return m, nil
	}
	if err := m.checkAsked(r); err != nil {
		return nil, err
	}
	m.loading.Lock()
	defer m.loading.Unlock()
	if known := m.variants[r]; known != nil {
		return known, nil
	}
	by, err := m.With(r)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "parameter", "%w", err)
	}
	asked := &model{Source: m.Source, Parser: by, about: m.about, writes: pipe.Written(by), anyHead: m.anyHead && !r.KeepHeads}
	if asked.writes != m.writes {
		asked.about.Outputs = slices.Clone(asked.writes.Outputs)
		if r.Reaches("trees") {
			asked.about.Outputs = append(asked.about.Outputs, formats.SVG, formats.Text)
		}
	}
	if len(m.variants) < mostVariants {
		m.variants[r] = asked
	}
	return asked, nil
}

// checkAsked refuses what no model does, or this one does not know.
func (m *model) checkAsked(r treebank.Request) error {
	for _, o := range r.Options() {
		if n, isNumber := o.Value().(int); isNumber && (n < 0 || n > most()[o.Name]) {
			return refuse(http.StatusBadRequest, "parameter", "%s is from 0 to %d, not %d", o.Name, most()[o.Name], n)
		}
	}
	switch {
	case r.NBest > m.about.NBest:
		return refuse(http.StatusBadRequest, "parameter", "the model %s does not know how probable trees are", m.Name)
	case r.Probabilities && !m.about.Confident:
		return refuse(http.StatusBadRequest, "parameter", "the model %s does not know how probable heads are", m.Name)
	}
	return nil
}
