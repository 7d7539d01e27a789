package fetch

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"parser/conll/textfile"
)

var (
	// ErrDownload is the cause if a file does not arrive.
	ErrDownload = errors.New("download failed")
	// ErrMissing is the cause, besides ErrDownload, if there is no such file.
	ErrMissing = errors.New("there is no such file")
	// ErrTooLarge is the cause if a file is larger than allowed.
	ErrTooLarge = errors.New("larger than allowed")
)

// tries is how often a file is requested.
const tries = 4

// state says what a partial file belongs to; it is stored in a file beside it.
type state struct {
	URL  string `json:"url"`
	ETag string `json:"etag"` // strong; without it the download cannot be resumed
	Size int64  `json:"size"` // of the whole file; -1 if unknown
}

// strongTag is an ETag that identifies files byte for byte (RFC 9110, section 8.8.3), and can be sent back.
var strongTag = textfile.Pattern(`^"[^"[:cntrl:]]*"$`)

// stateName is the file with the state of a partial file.
func stateName(name string) string { return name + ".json" }

// forget removes a partial file and its state, if they exist.
func (u *update) forget(name string) error { return cmp.Or(u.remove(name), u.remove(stateName(name))) }

// remove removes a file, if it exists.
func (u *update) remove(name string) error {
	err := u.root.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// trouble is an error after which another try may succeed.
type trouble struct {
	error
	wait time.Duration // requested by the server
}

func (t trouble) Unwrap() error { return t.error }

// download completes a partial file.
func (u *update) download(ctx context.Context, name, url string) error {
	if u.copies {
		return u.copy(ctx, name, url)
	}
	for try := 1; ; try++ {
		err := u.attempt(ctx, name, url)
		var passing trouble
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, ErrAddress), errors.Is(err, ErrTooLarge):
			return fmt.Errorf("%s: %w", url, err)
		case try == tries || !errors.As(err, &passing):
			return fmt.Errorf("%s: %w: %w", url, ErrDownload, err)
		}
		const longest = time.Minute
		wait := min(longest, max(u.Pause<<(try-1), passing.wait))
		u.Note(fmt.Sprintf("%v; another try in %v", err, wait))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// attempt resumes a partial file, or starts it.
func (u *update) attempt(ctx context.Context, name, url string) error {
	f, err := u.root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	was, size, err := u.resumed(f, name, url)
	if err != nil || size > 0 && size == was.Size {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	clock := time.AfterFunc(u.Patience, func() { stop(errors.New("no answer for too long")) })
	defer clock.Stop()
	answer, err := u.ask(ctx, url, was.ETag, size)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	now, size, err := begin(answer, url, size)
	most := u.MaxBytes
	switch {
	case errors.Is(err, errOtherPart):
		return trouble{errors.Join(err, u.forget(name)), 0}
	case errors.Is(err, ErrMissing):
		return errors.Join(err, u.forget(name))
	case err != nil:
		return err
	case now.Size > most:
		return errors.Join(tooLarge(most), u.forget(name))
	}
	if err := f.Truncate(size); err != nil {
		return err
	}
	if err := u.write(now, name); err != nil {
		return err
	}
	size, err = receive(ctx, answer.Body, io.NewOffsetWriter(f, size), size, most, func(size int64) {
		clock.Reset(u.Patience)
		u.Progress(strings.TrimSuffix(name, partial), size, now.Size)
	})
	switch {
	case errors.Is(err, ErrTooLarge):
		return errors.Join(err, u.forget(name))
	case err != nil:
		return err
	case now.Size >= 0 && size != now.Size:
		return trouble{fmt.Errorf("%d bytes came, not %d", size, now.Size), 0}
	}
	now.Size = size
	return errors.Join(u.write(now, name), f.Sync())
}

// ask requests a file from a byte on; if that is not the first, only while the file still has this ETag.
func (g *Getter) ask(ctx context.Context, url, tag string, from int64) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept-Encoding", "identity") // so that bytes are those of the file
	if from > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
		request.Header.Set("If-Range", tag)
	}
	answer, err := g.client().Do(request)
	if err != nil {
		return nil, network(ctx, err)
	}
	return answer, nil
}

// receive appends a body to a file of some size, calls arrived with each new size, and returns the last. The file must
// not become larger than most.
func receive(ctx context.Context, body io.Reader, to io.Writer, size, most int64, arrived func(size int64)) (int64, error) {
	buffer := make([]byte, 1<<16)
	for {
		n, err := body.Read(buffer)
		if size += int64(n); size > most {
			return size, tooLarge(most)
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return size, err
		}
		arrived(size)
		switch {
		case err == io.EOF && ctx.Err() == nil:
			return size, nil
		case err != nil: // also when the server ends its answer as ctx ends
			return size, network(ctx, err)
		}
	}
}

func tooLarge(most int64) error { return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, most) }

// network returns an error of the connection, which another try may avoid.
func network(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if errors.As(err, new(*tls.CertificateVerificationError)) {
		return err
	}
	return trouble{err, 0}
}

// resumed returns the state of a partial file of an address, and how much of it can be reused.
func (u *update) resumed(f *os.File, name, url string) (was state, size int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return was, 0, err
	}
	text, err := u.root.ReadFile(stateName(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return was, 0, err
	}
	if json.Unmarshal(text, &was) != nil || was.URL != url || !strongTag().MatchString(was.ETag) || was.Size >= 0 && info.Size() > was.Size {
		return state{}, 0, nil
	}
	return was, info.Size(), nil
}

// write writes the state of a partial file.
func (u *update) write(s state, name string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return u.root.WriteFile(stateName(name), text, 0o666)
}

// errOtherPart is the cause if an answer does not continue where a file ends.
var errOtherPart = errors.New("the answer is another part of the file than was asked for")

// begin returns the state of the file that an answer belongs to, and the byte from which it continues: size, or 0.
func begin(answer *http.Response, url string, size int64) (now state, from int64, err error) {
	now = state{URL: url, Size: -1}
	if tag := answer.Header.Get("ETag"); strongTag().MatchString(tag) {
		now.ETag = tag
	}
	code := answer.StatusCode
	status := fmt.Errorf("%d %s", code, http.StatusText(code))
	switch {
	case code == http.StatusOK && answer.ContentLength < 0 && len(answer.TransferEncoding) == 0 && answer.ProtoMajor == 1:
		// The answer ends with its connection, so that a part looks like the whole.
		return now, 0, trouble{errors.New("the server does not say where the file ends"), 0}
	case code == http.StatusOK:
		now.Size = answer.ContentLength
		return now, 0, nil
	case code == http.StatusPartialContent && size > 0:
		var first, last int64
		n, _ := fmt.Sscanf(answer.Header.Get("Content-Range"), "bytes %d-%d/%d", &first, &last, &now.Size)
		if n < 3 || first != size || last != now.Size-1 {
			return now, 0, errOtherPart
		}
		return now, size, nil
	case code == http.StatusRequestedRangeNotSatisfiable && size > 0:
		return now, 0, errOtherPart
	case code == http.StatusNotFound || code == http.StatusGone:
		return now, 0, fmt.Errorf("%w: %w", ErrMissing, status)
	case code == http.StatusRequestTimeout || code == http.StatusTooManyRequests || code >= 500:
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return now, 0, trouble{status, time.Duration(max(0, min(seconds, 3600))) * time.Second}
	}
	return now, 0, status
}

// ErrAddress is the cause if an address must not be downloaded from.
var ErrAddress = errors.New("not to be downloaded from")

// address returns the checked base address of the repositories.
func (g *Getter) address() (string, error) {
	text := strings.TrimRight(g.From, "/")
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: %w", ErrAddress, err)
	case u.User != nil:
		return "", fmt.Errorf("%w: an address with a user's name, which the manifest would tell", ErrAddress)
	case u.RawQuery != "" || u.Fragment != "" || u.ForceQuery:
		return "", fmt.Errorf("%w: %s: an address with ? or #", ErrAddress, text)
	}
	return text, safe(u)
}

// safe returns an error unless an address uses HTTPS or points to this machine.
func safe(u *url.URL) error {
	switch host := u.Hostname(); {
	case host == "":
	case u.Scheme == "https", u.Scheme == "http" && (host == "localhost" || net.ParseIP(host).IsLoopback()):
		return nil
	}
	return fmt.Errorf("%w: %.200q is no https:// address", ErrAddress, u.Redacted())
}

// client returns the client for requests. It follows redirections, but never from HTTPS to anything else.
func (g *Getter) client() *http.Client {
	const most = 5
	return &http.Client{Transport: g.Transport, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		switch {
		case len(via) > most:
			return fmt.Errorf("%w: more than %d redirections", ErrAddress, most)
		case via[0].URL.Scheme == "https" && r.URL.Scheme != "https":
			return fmt.Errorf("%w: redirected from https to %.200q", ErrAddress, r.URL.Redacted())
		}
		return safe(r.URL)
	}}
}
