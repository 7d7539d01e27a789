package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"

	"parser/conll/textfile"
	"parser/parser/internal/draw"
	"parser/parser/internal/engine"
)

// statusAborted is what proxies log for a request whose client did not wait for the answer.
const statusAborted = 499

// failure is an error with its status for the client and its reason for the log.
type failure struct {
	status int
	reason string // for logs and metrics: a word that does not depend on the request
	err    error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

func refuse(status int, reason, format string, args ...any) error {
	return &failure{status, reason, fmt.Errorf(format, args...)}
}

// failureOf returns the failure that an error means for the client. Details of unknown errors, which are the server's,
// are not sent.
func failureOf(err error) *failure {
	var known *failure
	var large *http.MaxBytesError
	with := func(status int, reason string) *failure { return &failure{status, reason, err} }
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &large):
		return &failure{http.StatusRequestEntityTooLarge, "size", fmt.Errorf("the request has more than %s bytes", grouped(int(large.Limit)))}
	case textfile.Resumable(err):
		return with(http.StatusBadRequest, "malformed")
	case errors.Is(err, draw.ErrTooLarge):
		return with(http.StatusUnprocessableEntity, "length")
	case errors.Is(err, engine.ErrNoSegmenter):
		return with(http.StatusBadRequest, "format")
	case errors.Is(err, os.ErrDeadlineExceeded): // of the connection
		return &failure{http.StatusRequestTimeout, "slow", errors.New("the request did not arrive in time")}
	case errors.Is(err, context.DeadlineExceeded):
		return &failure{http.StatusGatewayTimeout, "deadline", errors.New("this took too long: send less at a time")}
	case errors.Is(err, context.Canceled), errors.Is(err, io.ErrUnexpectedEOF):
		return with(statusAborted, "aborted")
	}
	return &failure{http.StatusInternalServerError, "failed", errors.New("the server failed")}
}

// grouped writes a number with commas: 1,048,576.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
