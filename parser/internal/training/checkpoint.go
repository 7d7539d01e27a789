package training

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
	"parser/parser/treebank"
)

// Checkpoint is a folder in which a training saves its state: after each epoch, unless that would take more than a
// tenth of the time, every few minutes, and when its context ends. Files are renamed when they are complete, so that
// another training with the same data and options can resume, whatever ended the first, and makes the same model, byte
// for byte.
//
//	identity.json  the options and the data
//	state.npz      the epochs, and the state of the course between two batches
//	best-3.npz     the model of the best epoch so far
//	scorer2/       the same files for a part that is trained alone: one of several scorers, a tagger, a fold
//	scorer1.npz    the model of such a part that is complete
//	vectors        what an encoder makes of the words
//	silver         silver trees, which are read again by each training
//
// A nil Checkpoint keeps nothing.
type Checkpoint struct {
	folder string
	lock   *os.File // while it is in use; nil for parts
	every  time.Duration
	failed func(error)
}

const keepEvery = 5 * time.Minute // how much of an epoch can be lost

const identityFile, stateFile, vectorsFile = "identity.json", "state.npz", "vectors"

// Causes of errors about checkpoints.
var (
	ErrUnfinished = errors.New("a training that did not end")
	ErrBusy       = errors.New("another training is at work")
	ErrOther      = errors.New("the checkpoint of another training")
)

// HasCheckpoint reports whether a folder holds the state of a training.
func HasCheckpoint(folder string) bool {
	entries, _ := os.ReadDir(folder)
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return e.IsDir() || filepath.Ext(e.Name()) == ".npz" || e.Name() == vectorsFile
	})
}

// NewCheckpoint makes a folder for the checkpoint of a training whose options and data have these names and values. The
// error is ErrUnfinished if the folder holds another one, and ErrBusy if a training is running there. If the state
// cannot be saved, failed is called, from any goroutine, and training continues and tries again after the next epoch.
func NewCheckpoint(folder string, identity map[string]string, failed func(error)) (*Checkpoint, error) {
	if HasCheckpoint(folder) {
		return nil, fmt.Errorf("%w: %s", ErrUnfinished, folder)
	}
	text, _ := json.MarshalIndent(identity, "", " ") // which has only texts
	c, err := openCheckpoint(folder, failed)
	if err != nil {
		return nil, err
	}
	return c, atomicfile.WriteText(c.path(identityFile), string(text))
}

// ResumeCheckpoint returns the checkpoint in a folder, from which a training resumes. The error is ErrOther, and names
// what differs, if its options or data were others, and ErrBusy if a training is running there.
func ResumeCheckpoint(folder string, identity map[string]string, failed func(error)) (*Checkpoint, error) {
	text, err := os.ReadFile(filepath.Join(folder, identityFile))
	if err != nil {
		return nil, err
	}
	var kept map[string]string
	if err := json.Unmarshal(text, &kept); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, identityFile), err)
	}
	var other []string
	for name, value := range identity {
		if kept[name] != value {
			other = append(other, name)
		}
		delete(kept, name)
	}
	if other = slices.AppendSeq(other, maps.Keys(kept)); len(other) > 0 {
		slices.Sort(other)
		return nil, fmt.Errorf("%w: %s was of another %s", ErrOther, folder, strings.Join(other, ", "))
	}
	return openCheckpoint(folder, failed)
}

// openCheckpoint locks a folder and removes incomplete files.
func openCheckpoint(folder string, failed func(error)) (*Checkpoint, error) {
	lock, err := LockFolder(folder)
	if err != nil {
		return nil, err
	}
	atomicfile.RemoveStaleIn(folder)
	_ = os.RemoveAll(goneName(folder)) // if it stays it does no harm
	return &Checkpoint{folder, lock, keepEvery, failed}, nil
}

// LockFolder makes the folder of a checkpoint, and locks it until the file that it returns is closed, if the file system
// can. It is an ErrBusy if another program has locked it.
func LockFolder(folder string) (*os.File, error) {
	for {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
		lock, err := lockIn(folder, os.O_CREATE)
		if !errors.Is(err, fs.ErrNotExist) { // or it was removed meanwhile
			return lock, err
		}
	}
}

// RemoveFolder removes a locked folder, and unlocks it. If the program ends before that is done, what is left has another
// name, so that no training takes it for a checkpoint; nor does one that begins meanwhile.
func RemoveFolder(folder string, lock *os.File) error {
	gone := goneName(folder)
	if err := os.RemoveAll(gone); err != nil {
		return err
	}
	renamed := os.Rename(folder, gone)
	if lock != nil {
		lock.Close() // Windows renames and removes no file that is open
	}
	if renamed != nil && os.Rename(folder, gone) != nil {
		gone = folder // which cannot be renamed
	}
	return os.RemoveAll(gone)
}

// goneName is what a folder is called while it is removed.
func goneName(folder string) string { return filepath.Clean(folder) + ".gone" }

// Busy returns an ErrBusy if a training is running in a folder, which need not exist.
func Busy(folder string) error {
	lock, err := lockIn(folder, 0)
	if errors.Is(err, ErrBusy) {
		return err
	}
	lock.Close()
	return nil
}

// lockIn locks a folder. The error is fs.ErrNotExist if it is not there, or is gone once the lock is had.
func lockIn(folder string, how int) (*os.File, error) {
	lock, err := os.OpenFile(filepath.Join(folder, ".lock"), how|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	if errors.Is(atomicfile.Lock(lock, false), atomicfile.ErrLocked) {
		lock.Close()
		return nil, fmt.Errorf("%w: %s", ErrBusy, folder)
	}
	own, err := lock.Stat()
	if err == nil {
		var there os.FileInfo
		if there, err = os.Stat(lock.Name()); err == nil && !os.SameFile(own, there) {
			err = fs.ErrNotExist
		}
	}
	if err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

// Close unlocks the folder and keeps its files.
func (c *Checkpoint) Close() error { return c.lock.Close() }

// Remove removes the checkpoint of a training that has ended.
func (c *Checkpoint) Remove() error { return RemoveFolder(c.folder, c.lock) }

func (c *Checkpoint) path(name string) string { return filepath.Join(c.folder, name) }

// best returns the file of the best epoch's model.
func (c *Checkpoint) best(epochs []Epoch) string {
	return c.path(fmt.Sprintf("best-%d.npz", bestOf(epochs)))
}

// part returns the model of a part of a training, which may read an encoder: it reads that of a complete part, and trains
// and saves any other.
func (c *Checkpoint) part(name string, e *transformer.Encoder, kinds []score.Kind, train func(*Checkpoint) (*engine.Parser, error)) (*engine.Parser, error) {
	if c == nil {
		return train(nil)
	}
	file := c.path(name + ".npz")
	if p, err := (engine.Reading{Encoder: e, Kinds: kinds}).Load(file); !absent(err) {
		return p, err
	}
	own := &Checkpoint{folder: c.path(name), every: c.every, failed: c.failed}
	p, err := train(own)
	if err != nil {
		return p, err
	}
	if err := p.Save(file); err != nil {
		c.failed(err)
		return p, nil
	}
	return p, own.Remove()
}

// save saves the state of a course, which must be whole.
func (c *Checkpoint) save(t *passes) {
	begun := time.Now()
	defer func() { t.kept, t.keeping = time.Now(), time.Since(begun) }()
	err := func() error {
		best := c.best(t.epochs)
		if _, err := os.Stat(best); t.best != nil && err != nil {
			if err := t.best.Save(best); err != nil {
				return err
			}
		}
		r := npz.NewRecord()
		t.keep(r)
		if r.Err() != nil {
			return r.Err()
		}
		if err := atomicfile.WriteFile(c.path(stateFile), func(w io.Writer) error { return npz.Write(w, r.Entries()) }); err != nil {
			return err
		}
		files, err := filepath.Glob(c.path("best-*.npz"))
		for _, file := range files {
			if file != best { // which the state before this one needed
				err = errors.Join(err, os.Remove(file))
			}
		}
		return err
	}()
	if err != nil {
		c.failed(fmt.Errorf("checkpoint: %w", err))
	}
}

// restore sets a course that has not begun to what was kept, if anything was.
func (c *Checkpoint) restore(t *passes) error {
	state := c.path(stateFile)
	arrays, err := atomicfile.ReadFile(state, npz.Read)
	if absent(err) {
		return nil
	}
	if err != nil {
		return err
	}
	r := arrays.Record()
	if t.keep(r); r.Err() != nil {
		return fmt.Errorf("%s: %w", state, r.Err())
	}
	if len(t.epochs) > 0 {
		t.best, err = engine.Reading{Encoder: t.encoderRead(), Kinds: t.options.Kinds}.Load(c.best(t.epochs))
	}
	return err
}

// absent reports whether an error means that a file or its folder does not exist.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// Identity returns, for a Checkpoint, everything that a trained model depends on: each option by its name in JSON, and
// digests of the data and of the resources. Callers may add to it.
func (t *Trainer) Identity(train, dev treebank.Data) (map[string]string, error) {
	text, err := json.Marshal(t.options)
	if err != nil {
		return nil, err
	}
	var options map[string]json.RawMessage
	if err := json.Unmarshal(text, &options); err != nil {
		return nil, err
	}
	identity := map[string]string{}
	for name, value := range options {
		identity["option "+name] = string(value)
	}
	whole := func(d treebank.Data) func(io.Writer) error {
		return func(h io.Writer) error {
			fmt.Fprint(h, d.Sources, d.From)
			w := conll.NewWriter(h)
			for _, s := range d.Sentences {
				if err := w.Write(s); err != nil {
					return err
				}
			}
			for _, t := range d.Trees {
				fmt.Fprintln(h, t)
			}
			for _, g := range d.Graphs {
				fmt.Fprintln(h, g)
			}
			return w.Flush()
		}
	}
	parts := map[string]func(io.Writer) error{"train": whole(train), "dev": whole(dev)}
	if made := train.Silver; made != nil {
		parts["silver"] = func(h io.Writer) error {
			fmt.Fprint(h, made.Source(), made.Digest)
			if made.Digest != "" {
				return nil
			}
			return t.writeSilver(h, made)
		}
	}
	for name, write := range parts {
		if identity[name], err = DigestOf(write); err != nil {
			return nil, err
		}
	}
	return identity, t.given.identify(identity)
}

// DigestOf returns the SHA-256, in hexadecimal, of what is written.
func DigestOf(write func(io.Writer) error) (string, error) {
	h := sha256.New()
	err := write(h)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}
