// Package serve answers requests to parse over HTTP: JSON of its own, the interface of UDPipe's
// web service, and a page to look at trees.
//
//	s, err := serve.New(serve.Options{Models: []serve.Source{{Name: "en", Load: english.Load}}})
//	l, err := net.Listen("tcp", "127.0.0.1:8080")
//	err = s.Run(ctx, l) // until ctx ends; then what was accepted is answered
//
// README.md explains the routes, and openapi.json describes them for programs. What clients send
// is theirs: it is parsed, sent back and forgotten, and no log has anything of it.
package serve

import (
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parser/parser/internal/meaning"
)

// Options say what is served, to whom, and how much of it.
type Options struct {
	Models    []Source     // the first is the one of requests that name none; one at least
	Limits    Limits       // zero fields are those of DefaultLimits
	TokenFile string       // of tokens, one a line; each request must bear one of them; "" for no such demand
	Hosts     []string     // names that requests may call the server by; none for any name
	Log       *slog.Logger // nil for none
}

// Server answers requests. It is safe for concurrent use.
type Server struct {
	options  Options
	log      *slog.Logger
	models   atomic.Pointer[collection]
	tokens   atomic.Pointer[tokens] // nil without TokenFile
	loading  sync.Mutex             // of those two
	routes   map[string]*route
	origin   *http.CrossOriginProtection
	metrics  measures
	admitted chan struct{} // has an element for each request that is read, waits or is worked at
	working  chan struct{} // … that is worked at
	draining atomic.Bool
	quiet    time.Duration // without a new connection, after which a server that ends closes its listener
}

// ErrOptions is the cause of errors in Options.
var ErrOptions = errors.New("bad options of a server")

// New loads the models. The error is an ErrOptions, of a model that cannot be loaded, or of the file of
// tokens.
func New(o Options) (*Server, error) {
	o.Limits = o.Limits.orDefaults()
	l := o.Limits
	if min(l.Body, l.Words, l.Workers, l.Queue, l.HeaderBytes) < 0 || min(l.Deadline, l.Header, l.Read, l.Idle, l.Drain) < 0 {
		return nil, fmt.Errorf("%w: a limit is negative", ErrOptions)
	}
	s := &Server{options: o, log: o.Log, origin: http.NewCrossOriginProtection(), quiet: quietTime}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.admitted = make(chan struct{}, o.Limits.Workers+o.Limits.Queue)
	s.working = make(chan struct{}, o.Limits.Workers)
	s.metrics = newMeasures(func() float64 { return float64(len(*s.models.Load())) })
	s.routes = s.table()
	models, err := load(o.Models)
	if err != nil {
		return nil, err
	}
	s.models.Store(&models)
	if o.TokenFile != "" {
		t, err := readTokens(o.TokenFile)
		if err != nil {
			return nil, err
		}
		s.tokens.Store(t)
	}
	return s, nil
}

// Reload loads all models, and the tokens, again. What cannot be loaded stays as it was, and the errors
// say so. Requests that are being answered keep the models that they began with.
func (s *Server) Reload() error {
	s.loading.Lock()
	defer s.loading.Unlock()
	models, err := s.models.Load().again()
	s.models.Store(&models)
	if s.options.TokenFile != "" {
		t, bad := readTokens(s.options.TokenFile)
		if bad == nil {
			s.tokens.Store(t)
		}
		err = errors.Join(err, bad)
	}
	debug.FreeOSMemory() // else models pile up when this is done often
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
	open    bool // to those without a token
	works   bool // takes a place among the requests that are worked at
	udpipe  bool // errors are plain text, as clients of UDPipe expect them
	handle  func(*call) error
}

func (s *Server) table() map[string]*route {
	get, post := []string{http.MethodGet, http.MethodHead}, []string{http.MethodPost}
	both := slices.Concat(get, post)
	healthy := func(c *call) error { return c.write(plainText, []byte("ok\n")) }
	describe := func(c *call) error { return c.write("application/json", description) }
	routes := []*route{
		{path: "/healthz", methods: get, open: true, handle: healthy},
		{path: "/openapi.json", methods: get, open: true, handle: describe},
		{path: "/metrics", methods: get, handle: s.measurements},
		{path: "/v1/models", methods: get, handle: s.listModels},
		{path: "/v1/meanings", methods: get, handle: func(c *call) error { return c.writeJSON(meaning.All()) }},
		{path: "/v1/parse", methods: post, works: true, handle: s.parse},
		{path: "/v1/compare", methods: post, works: true, handle: s.compare},
		{path: "/v1/trace", methods: post, works: true, handle: s.trace},
	}
	for _, prefix := range []string{"", udpipePrefix} {
		routes = append(routes,
			&route{path: prefix + "/models", methods: both, udpipe: true, handle: s.udpipeModels},
			&route{path: prefix + "/process", methods: both, udpipe: true, works: true, handle: s.process})
	}
	for path, handle := range pages() {
		routes = append(routes, &route{path: path, methods: get, open: true, handle: handle})
	}
	table := map[string]*route{}
	for _, r := range routes {
		table[r.path] = r
	}
	return table
}

// description is what programs are told of the routes.
//
//go:embed openapi.json
var description []byte
