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

// Run answers the requests that come to a listener until ctx ends. Then it accepts no more connections,
// answers what comes over those that there are, each of which it closes with the next answer, and returns when all are closed.
// The error is that of the listener, or says that some requests were not answered in Limits.Drain.
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

// lastCall is how long connections can bring another request after the end has begun; tick is how often
// Run looks whether there are any left.
const (
	lastCall = time.Second
	tick     = 5 * time.Millisecond
)

// connections counts those that are open.
type connections struct {
	mutex sync.Mutex
	open  int
}

func (c *connections) changed(_ net.Conn, state http.ConnState) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch state {
	case http.StateNew:
		c.open++
	case http.StateClosed, http.StateHijacked:
		c.open--
	}
}

func (c *connections) count() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.open
}
