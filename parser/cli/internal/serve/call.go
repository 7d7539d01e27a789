package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"parser/conll/textfile"
)

// call is a request that is being answered, with what the log will say about it.
type call struct {
	http.ResponseWriter
	request          *http.Request
	route            *route
	start            time.Time
	status, bytes    int
	model, reason    string
	sentences, words int
	draining         *atomic.Bool // connections are closed with their answers
	broken           bool         // the answer failed after it began, or the client is gone
}

// otherRoute stands for all unknown paths in logs and metrics.
const otherRoute = "other"

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.respond(w, r).broken { // the client must not take a part of an answer for the whole
		panic(http.ErrAbortHandler)
	}
}

func (s *Server) respond(w http.ResponseWriter, r *http.Request) *call {
	s.metrics.inFlight.Inc()
	defer s.metrics.inFlight.Dec()
	c := &call{ResponseWriter: w, request: r, start: time.Now(), route: s.routes[r.URL.Path], draining: &s.draining}
	if c.route == nil {
		c.route = &route{path: otherRoute, open: true, handle: func(*call) error { return refuse(http.StatusNotFound, "route", "there is nothing here") }}
	}
	if err := s.answer(c); err != nil {
		c.fail(failureOf(err))
	}
	s.metrics.answered(c)
	level := slog.LevelInfo
	if c.status >= http.StatusInternalServerError {
		level = slog.LevelWarn
	}
	s.log.LogAttrs(r.Context(), level, "request", c.attributes()...)
	return c
}

// attributes are what the log says about a request. None may hold text of the client.
func (c *call) attributes() []slog.Attr {
	method := c.request.Method
	if !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions}, method) {
		method = otherRoute
	}
	all := []slog.Attr{
		slog.String("method", method), slog.String("route", c.route.path), slog.Int("status", c.status),
		slog.Float64("duration_ms", float64(time.Since(c.start).Microseconds())/1000), slog.Int("bytes", c.bytes),
	}
	if c.model != "" {
		all = append(all, slog.String("model", c.model), slog.Int("sentences", c.sentences), slog.Int("words", c.words))
	}
	if c.reason != "" {
		all = append(all, slog.String("reason", c.reason))
	}
	return all
}

// answer handles the request, and returns panics as errors.
func (s *Server) answer(c *call) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s.metrics.panics().Inc()
			// The message of a panic may hold text of the client; its stack does not.
			kind := "other"
			if _, ok := p.(runtime.Error); ok {
				kind = "runtime error"
			}
			s.log.Error("panic", "route", c.route.path, "kind", kind, "stack", string(debug.Stack()))
			err = refuse(http.StatusInternalServerError, "panic", "the server failed")
		}
	}()
	if err := s.guard(c); err != nil {
		return err
	}
	if !c.route.works {
		return c.route.handle(c)
	}
	if most := int64(s.options.Limits.Body); c.request.ContentLength > most { // no need to read it
		return &http.MaxBytesError{Limit: most}
	}
	leave, err := s.admit()
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(c.request.Context(), s.options.Limits.Deadline)
	defer cancel()
	c.request = c.request.WithContext(ctx)
	c.request.Body = http.MaxBytesReader(c.ResponseWriter, c.request.Body, int64(s.options.Limits.Body))
	return c.route.handle(c)
}

// WriteHeader sends the status, and says that the connection ends if the server is stopping.
func (c *call) WriteHeader(status int) {
	if c.draining.Load() {
		c.Header().Set("Connection", "close")
	}
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

func (c *call) Write(b []byte) (int, error) {
	if c.status == 0 {
		c.WriteHeader(http.StatusOK)
	}
	n, err := c.ResponseWriter.Write(b)
	c.bytes += n
	return n, err
}

// document is an answer that is no JSON.
type document struct {
	media string
	body  []byte
}

// send sends an answer, as JSON unless it is a document, if there is no error. It is not an error if the client is gone.
func (c *call) send(answer any, err error) error {
	d, ready := answer.(document)
	if err == nil && !ready {
		d.media = "application/json"
		d.body, err = marshal(answer)
	}
	if err != nil {
		return err
	}
	c.Header().Set("Content-Type", d.media)
	c.Header().Set("Content-Length", strconv.Itoa(len(d.body)))
	_, _ = c.Write(d.body)
	return nil
}

// marshal returns v as JSON in a line, with "<" and the like as they are.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

func (c *call) fail(f *failure) {
	c.reason = f.reason
	if c.broken = c.status != 0 || f.status == statusAborted; c.broken {
		c.status = cmp.Or(c.status, f.status)
		return
	}
	if with, ok := map[int][2]string{
		http.StatusServiceUnavailable: {"Retry-After", retryAfter},
		http.StatusUnauthorized:       {"WWW-Authenticate", "Bearer"},
		http.StatusRequestTimeout:     {"Connection", "close"},
		http.StatusMethodNotAllowed:   {"Allow", strings.Join(c.route.methods, ", ")},
	}[f.status]; ok {
		c.Header().Set(with[0], with[1])
	}
	if c.route.udpipe && slices.Contains([]int{
		http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity,
	}, f.status) {
		f.status = http.StatusBadRequest // as UDPipe does it
	}
	contentType, body := plainText, []byte(f.Error())
	if !c.route.udpipe {
		contentType = "application/json"
		body, _ = marshal(map[string]any{"error": map[string]string{"message": f.Error()}})
	}
	c.Header().Set("Content-Type", contentType)
	c.WriteHeader(f.status)
	_, _ = c.Write(body)
}

// errMedia says which bodies are accepted.
var errMedia = errors.New("the body must be JSON, or plain text with the parameters in the address")

// read reads the body. Malformed chunks and trailers are errors of the client, which failureOf does not know.
func (c *call) read() ([]byte, error) {
	data, err := io.ReadAll(c.request.Body)
	if err != nil && failureOf(err).status == http.StatusInternalServerError {
		err = refuse(http.StatusBadRequest, "malformed", "the body breaks off, or its chunks are malformed")
	}
	return data, err
}

// body reads the body, and reports whether it is JSON.
func (c *call) body() (data []byte, isJSON bool, err error) {
	media, parameters, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if c.request.Header.Get("Content-Type") == "" {
		media, err = "text/plain", nil
	}
	known := strings.HasPrefix(media, "text/") ||
		slices.Contains([]string{"application/json", "application/conllu", "application/octet-stream", "application/x-www-form-urlencoded"}, media)
	if err != nil || !known || c.request.Header.Get("Content-Encoding") != "" {
		return nil, false, &failure{http.StatusUnsupportedMediaType, "media", errMedia}
	}
	data, err = c.read()
	if charset := parameters["charset"]; err == nil && charset != "" {
		data, err = asUTF8(data, charset)
	}
	return data, media == "application/json", err
}

// asUTF8 makes UTF-8 of a body in another encoding, as its media type says.
func asUTF8(data []byte, charset string) ([]byte, error) {
	usual, err := textfile.Encoding(charset)
	if err != nil {
		return nil, refuse(http.StatusUnsupportedMediaType, "media", "the charset of the body: %w", err)
	}
	if usual == "utf-8" {
		return data, nil // others look whether it is
	}
	f := &textfile.Reader{Reader: bufio.NewReader(bytes.NewReader(data)), Name: dataName}
	if err := f.Decode(usual); err != nil {
		return nil, err
	}
	if data, err = io.ReadAll(f); err == nil && !utf8.Valid(data) {
		err = refuse(http.StatusBadRequest, "malformed", "the body is not %s, which its Content-Type says", usual)
	}
	return data, err
}
