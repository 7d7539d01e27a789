// Package serve parses over HTTP: by its own interface in JSON, by that of UDPipe's web service, and with a page that
// shows trees.
//
//	s, err := serve.New(serve.Options{Models: []serve.Source{{Name: "en", Load: english.Load}}})
//	l, err := net.Listen("tcp", "127.0.0.1:8080")
//	err = s.Run(ctx, l) // until ctx ends; then what was accepted is answered
//
// parser/docs/guides/server.md explains the routes, and openapi.json describes them for programs. The texts of clients are neither kept
// nor logged.
package serve

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parser/parser/internal/draw/meaning"
)

// Options say what is served, to whom, and within which limits.
type Options struct {
	Models []Source // at least one
	// Unnamed are names of Models in the order in which they are asked for a request that names none: the first answers
	// that reads its data, or the first if none does. Without any it is the first of Models.
	Unnamed []string
	// Means returns which of some names of models another name means, such as that of a language; "" for none. It may be
	// nil.
	Means     func(name string, of []string) string
	Lexicons  []Lexicon    // that requests can name
	Limits    Limits       // the zero value stands for DefaultLimits
	TokenFile string       // of tokens, one per line, one of which each request must have; "" if requests need no token
	Hosts     []string     // names of the server that requests may use; empty for any name
	Log       *slog.Logger // nil for no log
}

// Server answers requests. It is safe for concurrent use.
type Server struct {
	options  Options
	log      *slog.Logger
	models   atomic.Pointer[collection]
	lexicons atomic.Pointer[lexicons]
	tokens   atomic.Pointer[tokens] // nil without TokenFile
	loading  sync.Mutex             // for reloading models and tokens
	routes   map[string]*route
	origin   *http.CrossOriginProtection
	metrics  measures
	admitted chan struct{} // has an element for each request that is being read, waits or is processed
	working  chan struct{} // has an element for each request that is processed
	draining atomic.Bool
	misnamed sync.Once     // the advice about names of the server was given
	quiet    time.Duration // quietTime, except in tests
}

// ErrOptions is the cause of errors in Options.
var ErrOptions = errors.New("bad options of a server")

// New loads the models and opens the lexicons. The error is an ErrOptions, of a model or a lexicon that cannot be loaded, or
// of the file of tokens.
func New(o Options) (*Server, error) {
	o.Limits = cmp.Or(o.Limits, DefaultLimits())
	l := o.Limits
	if min(l.Body, l.Words, l.Workers, l.Queue, l.HeaderBytes) < 1 || min(l.Deadline, l.Header, l.Read, l.Idle, l.Drain) <= 0 {
		return nil, fmt.Errorf("%w: a limit is not above 0", ErrOptions)
	}
	s := &Server{options: o, log: o.Log, origin: http.NewCrossOriginProtection(), quiet: quietTime}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.admitted = make(chan struct{}, l.Workers+l.Queue)
	s.working = make(chan struct{}, l.Workers)
	s.metrics = newMeasures(func() float64 { return float64(len(*s.models.Load())) })
	s.routes = s.table()
	models, err := load(o.Models)
	if err != nil {
		return nil, err
	}
	s.models.Store(&models)
	if err := s.openLexicons(); err != nil {
		return nil, err
	}
	if o.TokenFile != "" {
		t, err := readTokens(o.TokenFile)
		if err != nil {
			return nil, err
		}
		s.tokens.Store(t)
	}
	return s, nil
}

// Reload loads all models, the lexicons and the tokens again. What cannot be loaded stays as it was, and the error says so. Requests
// that are being answered keep their models.
func (s *Server) Reload() error {
	s.loading.Lock()
	defer s.loading.Unlock()
	models, err := s.models.Load().again()
	s.models.Store(&models)
	err = errors.Join(err, s.openLexicons())
	if s.options.TokenFile != "" {
		t, bad := readTokens(s.options.TokenFile)
		if bad == nil {
			s.tokens.Store(t)
		}
		err = errors.Join(err, bad)
	}
	debug.FreeOSMemory() // otherwise old models pile up if this is done often
	result := "done"
	if err != nil {
		result = "failed"
		s.log.Error("reload failed", "error", err)
	} else {
		s.log.Info("reloaded", "models", models.names())
	}
	s.metrics.by("parser_reloads_total", "result", result).Inc()
	return err
}

type route struct {
	path    string
	methods []string
	open    bool // needs no token
	works   bool // takes a place among the requests that are processed
	udpipe  bool // errors are plain text, as clients of UDPipe expect
	handle  func(*call) error
}

func (s *Server) table() map[string]*route {
	get, post := []string{http.MethodGet, http.MethodHead}, []string{http.MethodPost}
	both := slices.Concat(get, post)
	healthy := func(c *call) error { return c.send(document{plainText, []byte("ok\n")}, nil) }
	routes := []*route{
		{path: "/healthz", methods: get, open: true, handle: healthy},
		{path: "/openapi.json", methods: get, open: true, handle: func(c *call) error { return c.send(description(), nil) }},
		{path: "/metrics", methods: get, handle: s.measurements},
		{path: "/v1/models", methods: get, handle: s.listModels},
		{path: "/v1/meanings", methods: get, handle: func(c *call) error { return c.send(meaning.All(), nil) }},
		{path: "/v1/parse", methods: post, works: true, handle: s.parse},
		{path: "/v1/extract", methods: post, works: true, handle: s.extract},
		{path: "/v1/identify", methods: post, works: true, handle: s.identify},
		{path: "/v1/search", methods: post, works: true, handle: s.search},
		{path: "/v1/compare", methods: post, works: true, handle: s.compare},
		{path: "/v1/trace", methods: post, works: true, handle: s.trace},
	}
	for _, prefix := range []string{"", udpipePrefix} {
		routes = append(routes,
			&route{path: prefix + "/models", methods: both, udpipe: true, handle: s.udpipeModels},
			&route{path: prefix + "/process", methods: both, udpipe: true, works: true, handle: s.process})
	}
	for name, text := range Files() {
		routes = append(routes, page(name, text, get))
	}
	table := map[string]*route{}
	for _, r := range routes {
		table[r.path] = r
	}
	return table
}
