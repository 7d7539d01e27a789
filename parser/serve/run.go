package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Listen listens at an address, HOST:PORT, for Run: by plain TCP, since Run cannot hold connections of Multipath TCP,
// which Go prefers.
func Listen(address string) (net.Listener, error) {
	var plain net.ListenConfig
	plain.SetMultipathTCP(false)
	return plain.Listen(context.Background(), "tcp", address)
}

// Run answers the requests that come to a listener until ctx ends. Then it still accepts the connections that were
// made already, closes the listener when no more come, answers each open connection once more and closes it with
// that answer, and returns when all are closed. The error is that of the listener, or says that some requests were
// not answered in Limits.Drain.
func (s *Server) Run(ctx context.Context, l net.Listener) error {
	limits := s.options.Limits
	var connections connections
	server := &http.Server{
		Handler: s, ConnState: connections.changed, MaxHeaderBytes: limits.HeaderBytes,
		ReadHeaderTimeout: limits.Header, ReadTimeout: limits.Read, IdleTimeout: limits.Idle,
		WriteTimeout: limits.Read + limits.Deadline + limits.Read, // to read, work and write
		ErrorLog:     slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	s.log.Info("listening", "address", l.Addr().String(), "models", s.models.Load().names())
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.draining.Store(true)
	s.log.Info("stopping", "connections", connections.count())
	// Clients take a connection for made before it is accepted: what waits for that would be lost with the listener.
	holdNewcomers(l)
	begun := time.Now()
	for len(ended) == 0 && connections.quiet(begun) < s.quiet && time.Since(begun) < lastCall {
		time.Sleep(tick)
	}
	l.Close() // and not server.Shutdown, which would close connections whose next request is on its way
	<-ended
	for until := time.Now().Add(lastCall); connections.count() > 0 && time.Now().Before(until); {
		time.Sleep(tick)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limits.Drain)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("requests were not answered within %v", limits.Drain)
	}
	server.Close()
	s.log.Info("stopped")
	return err
}

// How a server ends.
const (
	quietTime = 50 * time.Millisecond // the listener is closed when it brought no connection for so long
	lastCall  = time.Second           // … or after this; and then open connections have it to bring another request
	tick      = 5 * time.Millisecond  // how often Run looks
)

// connections counts those that are open.
type connections struct {
	mutex sync.Mutex
	open  int
	last  time.Time // when the last one was accepted
}

func (c *connections) changed(_ net.Conn, state http.ConnState) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch state {
	case http.StateNew:
		c.open++
		c.last = time.Now()
	case http.StateClosed, http.StateHijacked:
		c.open--
	}
}

func (c *connections) count() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.open
}

// quiet returns how long no connection was accepted, since some time.
func (c *connections) quiet(since time.Time) time.Duration {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.last.After(since) {
		since = c.last
	}
	return time.Since(since)
}
