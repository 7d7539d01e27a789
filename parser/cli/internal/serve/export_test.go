package serve

import (
	"encoding/json"
	"net/http"
	"time"

	"parser/parser/treebank"
)

// Paths returns the paths of all routes with their methods.
func (s *Server) Paths() map[string][]string {
	all := map[string][]string{}
	for path, r := range s.routes {
		all[path] = r.methods
	}
	return all
}

// WithRoute adds a route that does what handle does, as one that works.
func (s *Server) WithRoute(path string, handle func(w http.ResponseWriter) error) {
	s.routes[path] = &route{path: path, methods: []string{http.MethodPost}, works: true, handle: func(c *call) error {
		_, _, err := c.body()
		if err != nil {
			return err
		}
		_, err = s.work(c, func() (any, error) { return nil, handle(c) })
		return err
	}}
}

// Requests are zero values of what requests send as JSON, by path.
func Requests() map[string]any {
	parse := map[string]any{}
	text, err := json.Marshal(query{})
	if err == nil {
		err = json.Unmarshal(text, &parse)
	}
	if err != nil {
		panic(err)
	}
	for _, name := range (&treebank.Request{}).Options().Names() {
		parse[name] = nil
	}
	return map[string]any{
		"/v1/parse": parse, "/v1/compare": compareQuery{}, "/v1/trace": traceQuery{}, "/v1/identify": identifyQuery{}, "/v1/search": searchQuery{},
		"/v1/extract": extractQuery{},
	}
}

// Occupy takes all places of requests that are worked at, until it is told to free them.
func (s *Server) Occupy() (free func()) {
	n := cap(s.working)
	for range n {
		s.working <- struct{}{}
	}
	return func() {
		for range n {
			<-s.working
		}
	}
}

// Tokens reads a file of tokens, and returns what tells whether a header Authorization bears one.
func Tokens(name string) (func(header string) bool, error) {
	t, err := readTokens(name)
	if err != nil {
		return nil, err
	}
	return t.has, nil
}

// Quiet sets how long a server that ends waits for one more connection.
func (s *Server) Quiet(t time.Duration) { s.quiet = t }
