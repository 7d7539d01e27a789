package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
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
	// Clients take a connection for made before it is accepted: what waits for that would be lost with the listener.
	holdNewcomers(l)
	begun := time.Now()
	quietSince := begun
	for len(ended) == 0 && time.Since(quietSince) < s.quiet && time.Since(begun) < lastCall {
		time.Sleep(tick)
		if last := newest.Load(); last != nil && last.After(begun) {
			quietSince = *last
		}
	}
	l.Close() // and not server.Shutdown, which would close connections whose next request is on its way
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

// Hangups returns a channel of the signals that tell services to read their files again, until end is called. Windows
// does not send any.
func Hangups() (all chan os.Signal, end func()) {
	all = make(chan os.Signal, 1)
	signal.Notify(all, syscall.SIGHUP)
	return all, func() {
		signal.Stop(all)
		close(all)
	}
}

// How a server ends.
const (
	quietTime = 50 * time.Millisecond // the listener is closed when it brought no connection for so long
	lastCall  = time.Second           // … or after this; and then open connections have it to bring another request
	tick      = 5 * time.Millisecond  // how often Run looks
)
