package serve

import (
	"net/http"
	"runtime"
	"time"
)

// Limits prevent one client from using up what all clients share.
type Limits struct {
	Body        int           // bytes of a request
	Words       int           // of a sentence
	Workers     int           // requests that are processed at the same time
	Queue       int           // requests that are being read or are waiting meanwhile
	Deadline    time.Duration // from the header of a request to its answer
	Header      time.Duration // in which the header of a request must arrive
	Read        time.Duration // in which the whole request must arrive
	Idle        time.Duration // after which a connection without requests is closed
	Drain       time.Duration // in which accepted requests must be answered when the server stops
	HeaderBytes int           // of the header of a request
}

// DefaultLimits returns the default limits.
func DefaultLimits() Limits {
	return Limits{
		Body: 1 << 20, Words: 1000, Workers: runtime.GOMAXPROCS(0), Queue: 128, Deadline: 30 * time.Second,
		Header: 5 * time.Second, Read: 15 * time.Second, Idle: time.Minute, Drain: 30 * time.Second, HeaderBytes: 1 << 16,
	}
}

// retryAfter is how long clients should wait if there are too many of them, in seconds.
const retryAfter = "1"

// admit gives a request its place among those that are read, wait or are processed; leave returns it.
func (s *Server) admit() (leave func(), err error) {
	select {
	case s.admitted <- struct{}{}:
		return func() { <-s.admitted }, nil
	default:
		return nil, refuse(http.StatusServiceUnavailable, "busy", "too many requests at a time: try again in a moment")
	}
}

// work waits until the request can be processed, and then returns the answer that do makes. The error is that of do, or of
// the request's context.
func (s *Server) work(c *call, do func() (any, error)) (any, error) {
	ctx := c.request.Context()
	select {
	case s.working <- struct{}{}:
		defer func() { <-s.working }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := ctx.Err(); err != nil { // it ended at the same time
		return nil, err
	}
	return do()
}
