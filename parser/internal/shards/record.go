package shards

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parser/parser/internal/atomicfile"
)

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

// claim records in a folder what its outputs are made with. It is an ErrOther if they are made with
// something else, or if there are outputs without a record.
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
		return false, fmt.Errorf("%w: %s: %w", ErrOther, name, err)
	}
	if r.Digest != there.Digest || !slices.Equal(r.Options, there.Options) {
		return false, fmt.Errorf("%w: %s says that outputs are made by %s, not by %s: take another folder", ErrOther, name, &there, r)
	}
	return true, nil
}
