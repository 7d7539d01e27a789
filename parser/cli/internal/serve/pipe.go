package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
)

// lineRoom is how much longer than a body a line of Pipe may be, in bytes: its path and what surrounds both.
const lineRoom = 1 << 12

// Pipe answers requests of a program that keeps this one open by pipes, until r ends. Each is a line of JSON such as
//
//	{"path": "/v1/parse", "body": {"model": "english", "data": "It is late."}}
//
// where a path without a body is one to GET. Each gets a line, in the order of the requests: {"status": 200, "model":
// "english", "body": …}, the answer as JSON or, if it is anything else, its text as a string. Limits.Workers requests are in work at the same
// time, and up to Limits.Queue answers wait for those before them. A malformed line is answered, too, and the next one is
// read. The error is that of r or w.
func (s *Server) Pipe(r io.Reader, w io.Writer) error {
	limits := s.options.Limits
	turns, working := make(chan chan []byte, limits.Queue), make(chan struct{}, limits.Workers)
	var broken atomic.Bool
	written := make(chan error, 1)
	go func() {
		var err error
		for answer := range turns {
			line := <-answer
			if err == nil {
				_, err = w.Write(line)
				broken.Store(err != nil)
			}
		}
		written <- err
	}()
	var err error
	for lines := bufio.NewReader(r); err == nil && !broken.Load(); {
		var line []byte
		if line, err = readLine(lines, limits.Body+lineRoom); len(line) == 0 || err != nil && err != io.EOF {
			break
		}
		answer := make(chan []byte, 1)
		turns <- answer
		working <- struct{}{}
		go func() {
			answer <- s.reply(line)
			<-working
		}()
	}
	close(turns)
	if err == io.EOF {
		err = nil
	}
	return cmp.Or(<-written, err)
}

// readLine reads a line with its end. If it is longer than most bytes, it drops the rest, but returns more than most.
func readLine(r *bufio.Reader, most int) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= most {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// reply returns the line that answers a line.
func (s *Server) reply(line []byte) []byte {
	var asked struct {
		Path string          `json:"path"`
		Body json.RawMessage `json:"body"`
	}
	w := &Kept{Head: http.Header{}}
	r, err := (*http.Request)(nil), error(nil)
	if most := s.options.Limits.Body; len(line) > most+lineRoom {
		err = &http.MaxBytesError{Limit: int64(most)}
	} else if err = decode(line, &asked); err == nil {
		method := http.MethodGet
		if asked.Body != nil {
			method = http.MethodPost
		}
		if r, err = http.NewRequest(method, asked.Path, bytes.NewReader(asked.Body)); err != nil {
			err = refuse(http.StatusBadRequest, "malformed", "the path %q is no path", asked.Path)
		}
	}
	if err == nil {
		r.Header.Set("Content-Type", "application/json")
		s.respond(w, r)
	} else {
		c := &call{ResponseWriter: w, route: &route{}, draining: &s.draining}
		c.fail(failureOf(err))
	}
	answer := struct {
		Status int    `json:"status"`
		Model  string `json:"model,omitempty"` // that answered
		Body   any    `json:"body"`
	}{w.Status, strings.Join(w.Head.Values(modelHeader), ", "), w.String()}
	if strings.HasPrefix(w.Head.Get("Content-Type"), "application/json") {
		answer.Body = json.RawMessage(w.Bytes())
	}
	text, _ := marshal(answer) // which is valid, since the body is
	return text
}

// Kept is an answer that is kept in memory, a http.ResponseWriter.
type Kept struct {
	bytes.Buffer
	Head   http.Header
	Status int
}

// Header returns the header.
func (k *Kept) Header() http.Header { return k.Head }

// WriteHeader sets the status.
func (k *Kept) WriteHeader(status int) { k.Status = status }
