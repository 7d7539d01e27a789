package serve_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
	"parser/parser/internal/engine"
)

// run runs a server. stop ends it and returns what Run has returned. No goroutine is left behind.
func (s *served) run() (address string, stop func() error) {
	s.t.Helper()
	http.DefaultClient.CloseIdleConnections()
	before := runtime.NumGoroutine()
	l, err := serve.Listen("127.0.0.1:0")
	require.NoError(s.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, l) }()
	stop = sync.OnceValue(func() error {
		cancel()
		err := <-ended
		eventually(s.t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= before })
		return err
	})
	s.t.Cleanup(func() { _ = stop() })
	s.url = "http://" + l.Addr().String()
	return l.Addr().String(), stop
}

// request is one as a client writes it.
func request(body string) string {
	return fmt.Sprintf("POST /v1/parse HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}

// load sends requests over a connection of its own, one after the other, until the server closes
// it with an answer. Every request that was sent must be answered.
func load(t *testing.T, address string, answered *atomic.Int64) {
	c, err := net.Dial("tcp", address)
	require.NoError(t, err)
	defer c.Close()
	for r := bufio.NewReader(c); ; {
		_, err := io.WriteString(c, request("Dogs bark."))
		require.NoError(t, err)
		a, err := http.ReadResponse(r, nil)
		require.NoError(t, err, "a request that was sent was not answered")
		require.Equal(t, http.StatusOK, a.StatusCode)
		require.Contains(t, read(t, a), "\troot\t")
		if answered.Add(1); a.Close {
			return
		}
	}
}

// TestStopLosesNothing: after the end of ctx every request that was sent is answered, and no connection is
// accepted.
func TestStopLosesNothing(t *testing.T) {
	for range 3 {
		s := newServed(t)
		address, stop := s.run()
		var group sync.WaitGroup
		var answered atomic.Int64
		for range 16 {
			group.Go(func() { load(t, address, &answered) })
		}
		eventually(t, "there is load", func() bool { return answered.Load() > 100 })
		require.NoError(t, stop())
		group.Wait()
		_, err := net.Dial("tcp", address)
		require.Error(t, err)
	}
}

// inTurn is a listener that has one connection more whenever the one before was answered, and then no more.
type inTurn struct {
	net.Listener
	next   chan net.Conn
	closed chan bool
	once   sync.Once
}

func (l *inTurn) Accept() (net.Conn, error) {
	select {
	case <-l.closed: // what the kernel has is lost then
		return nil, net.ErrClosed
	default:
	}
	if c, more := <-l.next; more {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (l *inTurn) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// TestStopAcceptsWhatWasMade: connections that were made, but not accepted, before the end began are answered.
func TestStopAcceptsWhatWasMade(t *testing.T) {
	s := newServed(t)
	s.Quiet(time.Hour) // the listener ends first
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	made, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer made.Close()
	l := &inTurn{Listener: made, next: make(chan net.Conn), closed: make(chan bool)}
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, l) }()
	cancel()
	eventually(t, "it ends", func() bool { return strings.Contains(s.log.String(), `"stopping"`) })
	for range 3 {
		client, err := net.Dial("tcp", made.Addr().String())
		require.NoError(t, err)
		defer client.Close()
		accepted, err := made.Accept()
		require.NoError(t, err)
		select {
		case l.next <- accepted:
		case <-l.closed:
			require.FailNow(t, "the listener is closed while connections wait")
		}
		_, err = io.WriteString(client, request("Dogs bark."))
		require.NoError(t, err)
		a, err := http.ReadResponse(bufio.NewReader(client), nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, a.StatusCode)
		require.True(t, a.Close)
		read(t, a)
	}
	close(l.next)
	require.NoError(t, <-ended)
}

// TestStopLosesNoNewConnection: who connects while the server ends is answered or refused.
func TestStopLosesNoNewConnection(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux can hold new connections")
	}
	s := newServed(t)
	address, stop := s.run()
	var group sync.WaitGroup
	var answered atomic.Int64
	for range 16 {
		group.Go(func() {
			for {
				c, err := net.Dial("tcp", address)
				if err != nil {
					return
				}
				_, err = io.WriteString(c, request("Dogs bark."))
				require.NoError(t, err, "a connection that was made was lost")
				a, err := http.ReadResponse(bufio.NewReader(c), nil)
				require.NoError(t, err, "a connection that was made was lost")
				read(t, a)
				c.Close()
				answered.Add(1)
			}
		})
	}
	eventually(t, "there is load", func() bool { return answered.Load() > 100 })
	require.NoError(t, stop())
	group.Wait()
}

// TestStopClosesWhatIsIdle: connections that bring nothing do not keep it from ending.
func TestStopClosesWhatIsIdle(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Limits.Header = 500 * time.Millisecond })
	address, stop := s.run()
	for _, sent := range []string{"", "POST /v1/pa", request("Dogs bark.")} {
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		defer c.Close()
		_, err = io.WriteString(c, sent)
		require.NoError(t, err)
	}
	start := time.Now()
	require.NoError(t, stop())
	require.Less(t, time.Since(start), 7*time.Second)
}

// TestDrainEnds: what takes too long in the end is cut off, and said to be.
func TestDrainEnds(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Limits.Drain = 20 * time.Millisecond })
	release, begun := make(chan bool), make(chan bool)
	s.WithRoute("/long", func(http.ResponseWriter) error {
		begun <- true
		<-release
		return nil
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() {
		_, err := http.Post("http://"+l.Addr().String()+"/long", "", nil)
		failed <- err
	}()
	go func() {
		<-begun
		cancel()
	}()
	require.ErrorContains(t, s.Run(ctx, l), "requests were not answered within 20ms")
	require.Error(t, <-failed)
	close(release)
}

// TestReloadUnderLoad: requests are answered by the old models or the new ones, and a model that cannot be loaded
// leaves the old one in its place.
func TestReloadUnderLoad(t *testing.T) {
	var loads atomic.Int64
	s := newServed(t, func(o *serve.Options) {
		o.Models[0].Load = func() (*engine.Parser, error) {
			if loads.Add(1)%3 == 0 {
				return nil, errors.New("disk on fire")
			}
			return loadEnglish()
		}
	})
	address, stop := s.run()
	var group sync.WaitGroup
	var answered atomic.Int64
	for range 8 {
		group.Go(func() { load(t, address, &answered) })
	}
	for i := range 30 {
		before := answered.Load()
		err := s.Reload()
		require.Equal(t, (i+2)%3 == 0, err != nil)
		eventually(t, "it goes on", func() bool { return answered.Load() > before })
	}
	require.NoError(t, stop())
	group.Wait()
	require.Equal(t, "20", s.metric(`parser_reloads_total{result="done"}`))
	require.Equal(t, "10", s.metric(`parser_reloads_total{result="failed"}`))
	require.Contains(t, s.log.String(), "model english-ewt-2.16: disk on fire")
	require.Equal(t, "3", s.metric("parser_models"))
}

// TestSlowClients: those that send their header, or the rest, byte by byte, lose their connection,
// and hold up no other client.
func TestSlowClients(t *testing.T) {
	s := newServed(t, func(o *serve.Options) {
		o.Limits.Header, o.Limits.Read, o.Limits.Idle, o.Limits.Workers = 250*time.Millisecond, 700*time.Millisecond, 250*time.Millisecond, 1
	})
	address, _ := s.run()
	var group sync.WaitGroup
	slowly := func(at int, want string) {
		group.Go(func() {
			c, err := net.Dial("tcp", address)
			require.NoError(t, err)
			defer c.Close()
			text := request(strings.Repeat("Dogs bark. ", 20))
			_, err = io.WriteString(c, text[:at])
			require.NoError(t, err)
			got := make(chan string)
			go func() {
				all, _ := io.ReadAll(c)
				got <- string(all)
			}()
			for {
				select {
				case all := <-got:
					require.Contains(t, all, want)
					require.Equal(t, want == "200 OK", strings.Contains(all, "200 OK"))
					return
				case <-time.After(20 * time.Millisecond):
					if at < len(text) {
						at++
						_, _ = io.WriteString(c, text[at-1:at]) // unless it is over
					}
				}
			}
		})
	}
	for range 4 {
		slowly(5, "")                                                       // of the header
		slowly(len(request(""))+20, "408 Request Timeout")                  // of the body
		slowly(len(request(strings.Repeat("Dogs bark. ", 20)))-1, "200 OK") // all, and then no other
	}
	for range 10 {
		a, err := http.Post("http://"+address+"/v1/parse", "text/plain", strings.NewReader("Dogs bark."))
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, a.StatusCode)
		read(t, a)
	}
	group.Wait()
	http.DefaultClient.CloseIdleConnections()
}

// TestAbortedRequests: a client that goes while its request waits takes no place any more.
func TestAbortedRequests(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Limits.Workers, o.Limits.Queue = 1, 1 })
	address, stop := s.run()
	free := s.Occupy()
	for _, sent := range []string{request("Dogs bark."), request("Dogs bark.")[:len(request(""))+3], request("Dogs bark.")} {
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		_, err = io.WriteString(c, sent)
		require.NoError(t, err)
		eventually(t, "it is there", func() bool { return s.metric("parser_requests_in_flight") == "2" })
		c.Close()
		eventually(t, "it is gone", func() bool { return s.metric("parser_requests_in_flight") == "1" })
	}
	half, err := net.Dial("tcp", address) // it sends no more, which looks the same
	require.NoError(t, err)
	defer half.Close()
	_, err = io.WriteString(half, request("Dogs bark."))
	require.NoError(t, err)
	require.NoError(t, half.(*net.TCPConn).CloseWrite())
	got, err := io.ReadAll(half)
	require.NoError(t, err)
	require.Empty(t, string(got), "which nobody can take for an answer")
	free()
	require.Equal(t, "4", s.metric(`parser_requests_total{route="/v1/parse",status="499"}`))
	require.Equal(t, http.StatusOK, s.do("POST", "/v1/parse", "Dogs bark.").StatusCode)
	require.NoError(t, stop())
}

// TestLargeHeaders: there is a limit to these, too.
func TestLargeHeaders(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Limits.HeaderBytes = 10_000 })
	address, stop := s.run()
	a, err := http.Get("http://" + address + "/healthz?" + strings.Repeat("x", 20_000))
	require.NoError(t, err)
	read(t, a)
	require.Equal(t, http.StatusRequestHeaderFieldsTooLarge, a.StatusCode)
	http.DefaultClient.CloseIdleConnections()
	require.NoError(t, stop())
}
