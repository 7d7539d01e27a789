package serve

import (
	"cmp"
	"context"
	"net/http"
	"runtime"
	"time"
)

// Limits keep one client from taking what is there for all.
type Limits struct {
	Body        int           // bytes of a request
	Words       int           // of a sentence
	Workers     int           // requests that are worked at side by side
	Queue       int           // requests that are read or wait meanwhile
	Deadline    time.Duration // from the header of a request to its answer
	Header      time.Duration // in which the header of a request must arrive
	Read        time.Duration // … and all of it
	Idle        time.Duration // after which a connection without requests is closed
	Drain       time.Duration // in which, at the end, accepted requests must be answered
	HeaderBytes int           // of the header of a request
}

// DefaultLimits returns the limits that hold unless others are given.
func DefaultLimits() Limits {
	return Limits{
		Body: 1 << 20, Words: 1000, Workers: runtime.GOMAXPROCS(0), Queue: 128, Deadline: 30 * time.Second,
		Header: 5 * time.Second, Read: 15 * time.Second, Idle: time.Minute, Drain: 30 * time.Second, HeaderBytes: 1 << 16,
	}
}

func (l Limits) orDefaults() Limits {
	d := DefaultLimits()
	return Limits{
		Body: cmp.Or(l.Body, d.Body), Words: cmp.Or(l.Words, d.Words), Workers: cmp.Or(l.Workers, d.Workers), Queue: cmp.Or(l.Queue, d.Queue),
		Deadline: cmp.Or(l.Deadline, d.Deadline), Header: cmp.Or(l.Header, d.Header), Read: cmp.Or(l.Read, d.Read),
		Idle: cmp.Or(l.Idle, d.Idle), Drain: cmp.Or(l.Drain, d.Drain), HeaderBytes: cmp.Or(l.HeaderBytes, d.HeaderBytes),
	}
}

// retryAfter is what clients are told to wait, in seconds, if there are too many of them.
const retryAfter = "1"

// admit gives a request its place among those that are read, wait or are worked at; leave gives it back.
func (s *Server) admit() (leave func(), err error) {
	select {
	case s.admitted <- struct{}{}:
		return func() { <-s.admitted }, nil
	default:
		return nil, refuse(http.StatusServiceUnavailable, "busy", "too many requests at a time: try again in a moment")
	}
}

// work waits until the request can be worked at, and then does it. The error is that of do, or of ctx.
func (s *Server) work(ctx context.Context, do func() error) error {
	select {
	case s.working <- struct{}{}:
		defer func() { <-s.working }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := ctx.Err(); err != nil { // that came at the same time
		return err
	}
	return do()
}
