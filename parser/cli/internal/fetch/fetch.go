// Package fetch downloads treebanks of Universal Dependencies, pre-trained encoders and models by name into a folder,
// where training or parsing finds them. Beside treebanks and encoders a manifest says where they come from.
//
//	list, err := fetch.List()
//	treebank, err := fetch.Find(list, "da") // UD_Danish-DDT
//	got, err := (&fetch.Getter{}).Get(ctx, treebank, "data/da")
//
// An interrupted download resumes where it ended. Files are put in place whole, after their SHA-256 was compared with
// that of the list or, if it has none, of the last download from the same address. All connections use HTTPS, except to
// this machine itself.
package fetch

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"parser/conll"
	"parser/conll/textfile"
)

const (
	// Source is the address below which the repositories of treebanks lie.
	Source = "https://raw.githubusercontent.com/UniversalDependencies"
	// MaxBytes is the size above which a file is refused, unless a Getter says otherwise.
	MaxBytes = 1 << 30
	// LicenceName is the file with the licence of a treebank.
	LicenceName = "LICENSE.txt"

	partial = ".part" // ending of files that are not in place yet
)

var (
	// ErrFolder is the cause if files in the folder must not be overwritten.
	ErrFolder = errors.New("the folder is in use")
	// ErrChecksum is the cause if a file differs from the expected one.
	ErrChecksum = errors.New("wrong SHA-256")
	// ErrContent is the cause if what arrived for a treebank is not CoNLL-U.
	ErrContent = errors.New("no treebank")
)

// Getter downloads treebanks, encoders and models. The zero value is ready to use.
type Getter struct {
	// From is the address of a mirror, with files as <From>/UD_Danish-DDT/r2.16/da_ddt-ud-train.conllu, or of encoders as
	// <From>/FacebookAI/roberta-base/resolve/main/config.json, or of models as <From>/da.npz, or a folder with models; "" is
	// Source, EncoderSource or ModelSource.
	From     string
	MaxBytes int64 // maximal size of a file; 0 is the constant MaxBytes, MaxEncoderBytes, or that of the model
	Replace  bool  // replace what was downloaded before, whatever that is
	// Progress is called with the number of bytes of a file that have arrived, and its size, or -1
	// if that is unknown; Note with messages. Either may be nil.
	Progress func(file string, done, total int64)
	Note     func(text string)

	Transport http.RoundTripper // nil is http.DefaultTransport, which uses proxies of the environment
	Pause     time.Duration     // before another try, doubled before each further one; 0 is a second
	Patience  time.Duration     // time without a byte after which a connection is given up; 0 is 30 seconds
}

// Get downloads a treebank into a folder, which it makes, and returns its content afterwards. Files that already exist
// are not downloaded again. Get never overwrites data that it has not downloaded, nor, without Replace, another
// treebank or release, or a file that was changed since: ErrFolder. The other errors are ErrAddress, ErrDownload,
// ErrTooLarge, ErrChecksum, ErrContent, and ctx's if it ends first; then the next Get resumes from there. Get waits for
// another program that downloads into the same folder; Windows has no lock for that.
func (g *Getter) Get(ctx context.Context, t *Treebank, folder string) (*Manifest, error) {
	own := []string{LicenceName}
	now := Manifest{Treebank: t.Name, Code: t.Code, Release: t.Release, Licence: t.Licence}
	for _, part := range t.Parts {
		url := t.Name + "/" + t.Release + "/" + t.Code + "-ud-" + part.Name + ".conllu"
		now.Files = append(now.Files, File{Name: part.Name + ".conllu", URL: url, SHA256: part.SHA256})
		// In all places where training looks, so that none is hidden.
		own = append(own, part.Name+".conllu", part.Name+".conll")
		for _, ending := range textfile.Endings() {
			own = append(own, part.Name+".conllu"+ending, part.Name+".conll"+ending)
		}
	}
	now.Files = append(now.Files, File{Name: LicenceName, URL: t.Name + "/" + t.Release + "/" + LicenceName})
	return g.with(Source, MaxBytes).all(ctx, now, folder, own, (*update).checkTreebank)
}

// with returns a getter that has these instead of what is not set.
func (g *Getter) with(from string, maxBytes int64) *Getter {
	own := *g
	own.From, own.MaxBytes = cmp.Or(g.From, from), cmp.Or(g.MaxBytes, maxBytes)
	own.Pause, own.Patience = cmp.Or(g.Pause, time.Second), cmp.Or(g.Patience, 30*time.Second)
	if g.Note == nil {
		own.Note = func(string) {}
	}
	if g.Progress == nil {
		own.Progress = func(string, int64, int64) {}
	}
	return &own
}

// all downloads the files of a manifest, whose addresses are relative, and returns it complete. Files with the names own
// are not overwritten unless they were downloaded; check is for each file but the licence, which may be missing.
func (g *Getter) all(ctx context.Context, wanted Manifest, folder string, own []string, check func(u *update, name, url string) error) (*Manifest, error) {
	base, err := g.address()
	if err != nil {
		return nil, err
	}
	now := wanted
	now.Files = nil
	u := &update{Getter: g, now: &now, check: check}
	leave, err := u.enter(ctx, folder)
	if err != nil {
		return nil, err
	}
	defer leave()
	if u.old, err = g.old(u.root, &wanted, own); err != nil {
		return nil, err
	}
	for _, file := range wanted.Files {
		file.URL = base + "/" + file.URL
		err := u.get(ctx, file)
		switch {
		case errors.Is(err, ErrMissing) && file.Name == LicenceName:
			g.Note("the release has no " + LicenceName)
		case err != nil:
			return nil, err
		}
	}
	if err := u.install(); err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	return &now, nil
}

// update is the work of one Get on a folder.
type update struct {
	*Getter
	root     *os.Root
	old, now *Manifest                               // old is nil if the folder has no manifest
	fresh    []string                                // files that were downloaded and are not in place yet
	check    func(u *update, name, url string) error // of the content of a file; nil for none
	copies   bool                                    // addresses are names of files
}

// old returns the manifest of a folder that may be extended or replaced, or nil.
func (g *Getter) old(root *os.Root, now *Manifest, own []string) (*Manifest, error) {
	m, err := readManifest(root)
	if err != nil {
		return nil, err
	}
	for _, name := range own {
		if _, err := root.Lstat(name); err == nil && m.file(name) == nil {
			return nil, fmt.Errorf("%w: %s was not downloaded, and is left as it is", ErrFolder, filepath.Join(root.Name(), name))
		}
	}
	if m != nil && !g.Replace && (m.Code != now.Code || m.Encoder != now.Encoder || m.Release != now.Release) {
		return nil, fmt.Errorf("%w: %s has %s %s, not %s %s", ErrFolder, root.Name(), m.Treebank+m.Encoder, m.Release,
			now.Treebank+now.Encoder, now.Release)
	}
	return m, nil
}

// get adds a file to the manifest, with the SHA-256 and the size that the list has for it, or "" and 0. Unless it exists already, it is
// downloaded.
func (u *update) get(ctx context.Context, file File) error {
	listed, wanted, length := file.SHA256, file.SHA256, file.Bytes
	file.Verified = listed != ""
	if had := u.old.file(file.Name); had != nil && had.URL == file.URL && !u.Replace {
		sum, size, err := u.digest(file.Name)
		switch path := filepath.Join(u.root.Name(), file.Name); {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err
		case err == nil && sum != had.SHA256:
			return fmt.Errorf("%w: %s was changed since it was downloaded", ErrFolder, path)
		case err == nil && (listed == "" || listed == sum):
			file.SHA256, file.Bytes, file.Verified = sum, size, file.Verified || had.Verified
			u.now.Files = append(u.now.Files, file)
			u.Note(file.Name + " is there already")
			return nil
		case err == nil:
			return fmt.Errorf("%w: %s has %s, and the list %s", ErrChecksum, path, sum, listed)
		}
		if listed == "" {
			wanted = had.SHA256
		}
	}
	trial := file.Name + partial
	for {
		left, err := u.root.Stat(trial)
		resumed := err == nil && left.Size() > 0
		if err := u.download(ctx, trial, file.URL); err != nil {
			return err
		}
		if file.SHA256, file.Bytes, err = u.digest(trial); err != nil {
			return err
		}
		if wanted != "" && wanted != file.SHA256 {
			err = fmt.Errorf("%w: %s has %s, not %s", ErrChecksum, file.URL, file.SHA256, wanted)
			if length > 0 && length != file.Bytes {
				err = fmt.Errorf("%w; it has %d bytes, not %d", err, file.Bytes, length)
			}
		} else if u.check != nil && file.Name != LicenceName {
			err = u.check(u, trial, file.URL)
		}
		if err == nil {
			u.now.Files, u.fresh = append(u.now.Files, file), append(u.fresh, file.Name)
			return nil
		}
		if failed := u.forget(trial); failed != nil || !resumed {
			return errors.Join(err, failed)
		}
		u.Note(fmt.Sprintf("%v; what an earlier download left is thrown away", err))
	}
}

// install puts what was downloaded in place. The manifest comes first: a file that it names and that is missing is
// downloaded again, but a file that it does not name is never overwritten.
func (u *update) install() error {
	if u.old != nil {
		for _, had := range u.old.Files {
			if u.now.file(had.Name) == nil || slices.Contains(u.fresh, had.Name) {
				if err := u.remove(had.Name); err != nil {
					return err
				}
			}
		}
	}
	if err := u.now.write(u.root); err != nil {
		return err
	}
	return u.place()
}

// place gives what was downloaded its name.
func (u *update) place() error {
	for _, name := range u.fresh {
		if err := u.root.Rename(name+partial, name); err != nil {
			return err
		}
		if err := u.forget(name + partial); err != nil {
			return err
		}
	}
	return nil
}

// checkTreebank returns an ErrContent unless a file begins with a sentence: web pages may say that something is missing.
func (u *update) checkTreebank(name, url string) error {
	f, err := u.root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if s, err := conll.NewReader(f, url).Read(); err != nil || len(s.Words) == 0 {
		if err == io.EOF {
			err = errors.New("it is empty")
		}
		return fmt.Errorf("%w: %w", ErrContent, err)
	}
	return nil
}

// LicenceText returns the first lines of the licence in a folder, safe to print; "" without a licence.
func LicenceText(folder string) string {
	const most, lines = 1000, 5
	f, err := os.Open(filepath.Join(folder, LicenceName))
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, most))
	printable := strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(string(text), ""))
	var kept []string
	for line := range strings.SplitSeq(printable, "\n") {
		if line = strings.TrimSpace(line); line != "" && len(kept) < lines {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// digest returns the SHA-256 of a file in the folder, and its length.
func (u *update) digest(name string) (sum string, bytes int64, err error) {
	if info, err := u.root.Stat(name); err == nil && !info.Mode().IsRegular() {
		return "", 0, irregular(filepath.Join(u.root.Name(), name))
	}
	f, err := u.root.Open(name)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	return digest(f)
}

func digest(r io.Reader) (sum string, bytes int64, err error) {
	h := sha256.New()
	bytes, err = io.Copy(h, r)
	return hex.EncodeToString(h.Sum(nil)), bytes, err
}
