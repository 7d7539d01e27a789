package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// Listen listens at an address, HOST:PORT, for Run: by plain TCP, since Run cannot hold back connections of Multipath
// TCP, which Go prefers.
func Listen(address string) (net.Listener, error) {
	var plain net.ListenConfig
	plain.SetMultipathTCP(false)
	return plain.Listen(context.Background(), "tcp", address)
}

// Run answers the requests that come to a listener until ctx ends. Then it accepts the connections that clients have
// already made, closes the listener, answers each open connection once more and closes it, and returns when all are
// closed. The error is that of the listener, or says that some requests were not answered within Limits.Drain.
func (s *Server) Run(ctx context.Context, l net.Listener) error {
	limits := s.options.Limits
	var open atomic.Int64                // connections
	var newest atomic.Pointer[time.Time] // when the last one was accepted
	changed := func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			now := time.Now()
			newest.Store(&now)
			open.Add(1)
		case http.StateClosed, http.StateHijacked:
			open.Add(-1)
		}
	}
	server := &http.Server{
		Handler: s, ConnState: changed, MaxHeaderBytes: limits.HeaderBytes,
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
	s.log.Info("stopping", "connections", open.Load())
	// For clients a connection exists before it is accepted: closing the listener would lose those that wait for that.
	holdNewcomers(l)
	begun := time.Now()
	quietSince := begun
	for len(ended) == 0 && time.Since(quietSince) < s.quiet && time.Since(begun) < lastCall {
		time.Sleep(tick)
		if last := newest.Load(); last != nil && last.After(begun) {
			quietSince = *last
		}
	}
	l.Close() // server.Shutdown would also close connections whose next request is on its way
	<-ended
	for until := time.Now().Add(lastCall); open.Load() > 0 && time.Now().Before(until); {
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

// How a server stops.
const (
	quietTime = 50 * time.Millisecond // without a new connection, after which the listener is closed
	lastCall  = time.Second           // after which it is closed anyway; and then for requests on open connections
	tick      = 5 * time.Millisecond  // how often Run looks
)
