// Package shards parses many files, each into a file of its own, in parts that can run at the same time, on any number
// of machines, and can be stopped and restarted at any moment.
//
//	files, err := shards.List("parsed", []string{"corpus"}, nil, ".conllu")
//	job := shards.Job{Dir: "parsed", Shard: shards.Shard{Index: 3, Count: 16}, Record: …}
//	sum, err := job.Run(ctx, files, func(ctx context.Context, name string, w io.Writer) (shards.Counts, error) {
//		… // parses the file, and writes to w
//	})
//
// parser/docs/guides/scaling.md has recipes for the command, parser parse --out.
package shards

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/parser/internal/atomicfile"
)

// Job is the work on a list of files.
type Job struct {
	Dir    string // of outputs; made if missing
	Record Record // what outputs are made with
	Shard  Shard  // which of the files to parse

	// KeepGoing continues after a file that cannot be parsed.
	KeepGoing bool
	// Done is called after each file, also after those that were finished before; nil is allowed.
	Done func(Outcome)

	// writer, if not nil, wraps the writers of outputs; tests use it to make them fail.
	writer func(io.Writer) io.Writer
}

// Parse parses a file and writes the result. Counts are also valid if it fails.
type Parse func(ctx context.Context, name string, w io.Writer) (Counts, error)

// Counts says how much was parsed.
type Counts struct{ Sentences, Words int }

// Outcome is the result for a file.
type Outcome struct {
	File
	Skipped bool  // it had been finished before
	Err     error // why it has no output, or nil
	Counts
}

// Summary is the result for all files of a shard; files not counted were not tried.
type Summary struct {
	Files                   int // in the shard
	Parsed, Skipped, Failed int // of these
	Counts                      // of what was parsed
}

// Run parses the unfinished files of the shard. An output is written under another name, a hidden one that ends in
// .part, and gets its own when it is complete and on the disk; so every file with a final name is finished. It counts
// as finished as long as it is not older than its input.
//
// A file fails if it cannot be read or parsed, or changes while it is read; it leaves nothing and is tried again by the
// next run. Its error ends this run, unless the job is to keep going. Other errors always end it: those of ctx, of
// writing, and ErrOther.
//
// Several runs may work in the same folder. Those on the same files do the same work twice but do
// no harm. The next run with the same files removes what a killed run has left.
func (j *Job) Run(ctx context.Context, files []File, parse Parse) (sum Summary, err error) {
	if err := j.Record.claim(j.Dir, files); err != nil {
		return sum, err
	}
	own := j.Shard.Of(files)
	sum.Files = len(own)
	var outputs []string
	for _, f := range own {
		outputs = append(outputs, filepath.Join(j.Dir, f.Output))
	}
	atomicfile.RemoveStale(append(outputs, filepath.Join(j.Dir, recordName))...)
	for i, f := range own {
		// Another job with another model may have written its record at the same moment.
		if err := j.Record.claim(j.Dir, nil); err != nil {
			return sum, err
		}
		o := Outcome{File: f}
		if err := j.one(ctx, &o, outputs[i], parse); err != nil {
			return sum, err
		}
		switch {
		case o.Skipped:
			sum.Skipped++
		case o.Err != nil:
			sum.Failed++
		default:
			sum.Parsed++
			sum.Sentences += o.Sentences
			sum.Words += o.Words
		}
		if j.Done != nil {
			j.Done(o)
		}
		if o.Err != nil && !j.KeepGoing {
			return sum, o.Err
		}
	}
	return sum, nil
}

// one parses a file, unless it is finished. It returns only errors that are not about the file.
func (j *Job) one(ctx context.Context, o *Outcome, output string, parse Parse) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	before, err := os.Stat(o.Name)
	if err != nil {
		o.Err = err
		return nil
	}
	if there, err := os.Stat(output); err == nil && !there.IsDir() && !there.ModTime().Before(before.ModTime()) {
		o.Skipped = true
		return nil
	}
	to, err := atomicfile.Create(output)
	if err != nil {
		return err
	}
	defer to.Close()
	w := &watched{w: to}
	if j.writer != nil {
		w.w = j.writer(to)
	}
	o.Counts, o.Err = zipped(w, output, func(w io.Writer) (Counts, error) { return parse(ctx, o.Name, w) })
	switch {
	case w.err != nil:
		return fmt.Errorf("%s: %w", output, w.err)
	case o.Err != nil:
		return ctx.Err()
	}
	after, err := os.Stat(o.Name)
	if err == nil && (after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime())) {
		err = fmt.Errorf("%s: it was changed while it was read", o.Name)
	}
	if o.Err = err; err != nil {
		return nil
	}
	if err := to.Commit(); err != nil {
		return err
	}
	if there, err := os.Stat(output); err == nil && there.ModTime().Before(before.ModTime()) {
		// Clocks differ. If times cannot be set, the file is just parsed again.
		_ = os.Chtimes(output, before.ModTime(), before.ModTime())
	}
	return nil
}

// zipped compresses what is written if the output's name says so.
func zipped(w io.Writer, output string, write func(io.Writer) (Counts, error)) (Counts, error) {
	if !strings.HasSuffix(output, Compressed) {
		return write(w)
	}
	z := gzip.NewWriter(w)
	counts, err := write(z)
	return counts, errors.Join(err, z.Close())
}

// watched keeps a writer's own error apart from errors of the code that writes to it.
type watched struct {
	w   io.Writer
	err error
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	w.err = errors.Join(w.err, err)
	return n, err
}

// ErrOther is the cause if a folder has outputs of another job.
var ErrOther = errors.New("outputs of another job")

// recordName is the file in a folder of outputs that says what they were made with.
const recordName = ".parser.json"

// Record says what outputs are made with: everything they depend on besides their inputs.
type Record struct {
	Model   string   `json:"model"`   // its name, for messages
	Digest  string   `json:"digest"`  // of the model, see [parser/parser.Parser.Write]
	Options []string `json:"options"` // as flags: "--beam=4"
}

func (r *Record) String() string {
	const digits = 12
	return strings.Join(append([]string{fmt.Sprintf("%s (%.*s)", r.Model, digits, r.Digest)}, r.Options...), " ")
}

// claim records in a folder what its outputs are made with. It is an ErrOther if another job, or an unknown one, has
// made them.
func (r *Record) claim(dir string, outputs []File) error {
	name := filepath.Join(dir, recordName)
	known, err := r.check(name)
	if known || err != nil {
		return err
	}
	for _, f := range outputs {
		output := filepath.Join(dir, f.Output)
		if _, err := os.Lstat(output); err != nil {
			continue
		}
		// Another job may have started in the meantime and written the record first.
		if known, err := r.check(name); known || err != nil {
			return err
		}
		return fmt.Errorf("%w: %s is there, but no %s that says what made it: take an empty folder", ErrOther, output, name)
	}
	err = atomicfile.WriteFile(name, func(to io.Writer) error {
		e := json.NewEncoder(to)
		e.SetEscapeHTML(false)
		return e.Encode(r)
	})
	if err == nil {
		_, err = r.check(name)
	}
	return err
}

// check compares with the record of a folder, if there is one.
func (r *Record) check(name string) (known bool, err error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var there Record
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&there); err != nil {
		return false, fmt.Errorf("%w: %s: %w", ErrOther, name, textfile.PlainJSON(err))
	}
	if r.Digest != there.Digest || !slices.Equal(r.Options, there.Options) {
		return false, fmt.Errorf("%w: %s says that outputs are made by %s, not by %s: take another folder", ErrOther, name, &there, r)
	}
	return true, nil
}
