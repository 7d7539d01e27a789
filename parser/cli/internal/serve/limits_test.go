package serve_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// eventually waits until something holds, as long as it may take on a machine that is busy.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(end), "waited in vain until %s", what)
	}
}

// metric returns the line of a metric, without its name and labels.
func (s *served) metric(name string) string {
	for line := range strings.Lines(s.do("GET", "/metrics", "").body) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// TestQueue: as many wait as may, others are sent away at once, and all that waited are answered.
func TestQueue(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Limits.Workers, o.Limits.Queue = 1, 2 })
	free := s.Occupy()
	var group sync.WaitGroup
	statuses := make(chan int, 3)
	for range 3 { // Occupy has no place in the queue
		group.Go(func() { statuses <- s.do("POST", "/v1/parse", "Dogs bark.").StatusCode })
	}
	eventually(t, "three wait", func() bool { return s.metric("parser_requests_in_flight") == "4" }) // and the one that asks
	a := s.do("POST", "/v1/parse", "Dogs bark.")
	require.Equal(t, http.StatusServiceUnavailable, a.StatusCode)
	require.Equal(t, "1", a.Header.Get("Retry-After"))
	require.Contains(t, message(t, a), "too many requests")
	a = s.do("GET", "/process?data=x&tokenizer", "")
	require.Equal(t, http.StatusServiceUnavailable, a.StatusCode)
	require.Equal(t, http.StatusOK, s.do("GET", "/healthz", "").StatusCode, "this needs no place")
	free()
	group.Wait()
	for range 3 {
		require.Equal(t, http.StatusOK, <-statuses)
	}
	require.Equal(t, "2", s.metric(`parser_refused_total{reason="busy"}`))
	require.Equal(t, http.StatusOK, s.do("POST", "/v1/parse", "Dogs bark.").StatusCode)
}

// TestAnnouncedSizes: what says beforehand that it is too large is refused before it comes, and takes no place.
func TestAnnouncedSizes(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Limits.Body, o.Limits.Read = 1000, time.Second }) // the wait for a body that never comes
	address, _ := s.run()
	for _, size := range []string{"1001", "4611686018427387904"} {
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		_, err = io.WriteString(c, "POST /v1/parse HTTP/1.1\r\nHost: localhost\r\nContent-Length: "+size+"\r\n\r\n")
		require.NoError(t, err)
		line, err := bufio.NewReader(c).ReadString('\n') // or else it ends with 408
		require.NoError(t, err)
		require.Contains(t, line, "413 Request Entity Too Large")
		c.Close()
	}
	require.Equal(t, "2", s.metric(`parser_refused_total{reason="size"}`))
}

// TestDeadline: it holds for requests that wait and for those that are worked at, also for raw text.
func TestDeadline(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Limits.Deadline = 30 * time.Millisecond })
	free := s.Occupy()
	a := s.do("POST", "/v1/parse", "Dogs bark.")
	require.Equal(t, http.StatusGatewayTimeout, a.StatusCode)
	require.Contains(t, message(t, a), "took too long")
	free()
	for _, c := range []struct{ target, body string }{
		{"/v1/parse", strings.Repeat("Dogs bark. ", 80_000)},
		{"/v1/parse?model=english&input=conllu", strings.Repeat(bare, 12_000)},
	} {
		start := time.Now()
		require.Equal(t, http.StatusGatewayTimeout, s.do("POST", c.target, c.body).StatusCode)
		require.Less(t, time.Since(start), 20*time.Second)
	}
	require.Equal(t, http.StatusGatewayTimeout, s.do("GET", "/process?parser&tokenizer&data="+strings.Repeat("Dogs+bark.+", 80_000), "").StatusCode)
}

// TestOneRequestDoesNotHarmAnother: what is wrong in one, whatever it is, changes nothing in those beside it.
func TestOneRequestDoesNotHarmAnother(t *testing.T) {
	s := newServed(t)
	s.WithRoute("/panic", func(http.ResponseWriter) error { panic("Dogs bark.") })
	s.WithRoute("/broken", func(http.ResponseWriter) error { return errors.New("Dogs bark.") })
	s.WithRoute("/half", func(w http.ResponseWriter) error {
		_, err := w.Write([]byte("Dogs"))
		return errors.Join(err, errors.New("bark"))
	})
	want := s.do("POST", "/v1/parse", "Dogs bark.").body
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 20 {
				switch i % 4 {
				case 0:
					a := s.do("POST", "/panic", "x")
					require.Equal(t, http.StatusInternalServerError, a.StatusCode)
					require.Equal(t, "the server failed", message(t, a))
				case 1:
					require.Equal(t, http.StatusBadRequest, s.do("POST", "/v1/parse?model=heads", bare+"1\tDogs\n\n").StatusCode)
				case 2:
					require.Equal(t, "the server failed", message(t, s.do("POST", "/broken", "x")))
				default:
					require.Equal(t, want, s.do("POST", "/v1/parse", "Dogs bark.").body)
				}
			}
		})
	}
	group.Wait()
	require.Equal(t, "40", s.metric("parser_panics_total"))
	require.Equal(t, "0", fmt.Sprint(strings.Count(s.log.String(), "Dogs bark")))
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { s.do("POST", "/half", "x") }, "the connection is cut")
	require.Equal(t, "1", s.metric("parser_requests_in_flight"))
}

func TestBadLimits(t *testing.T) {
	_, err := serve.New(serve.Options{Models: sources(), Limits: serve.Limits{Words: -1}})
	require.ErrorIs(t, err, serve.ErrOptions)
	_, err = serve.New(serve.Options{})
	require.ErrorIs(t, err, serve.ErrOptions)
	_, err = serve.New(serve.Options{Models: append(sources(), sources()...)})
	require.ErrorContains(t, err, `two models are called "english-ewt-2.16"`)
}
