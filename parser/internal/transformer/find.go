package transformer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parser/model/npz"
	"parser/parser/internal/transformer/folders"
)

// Folders returns the folders in which encoders are looked for: those of the environment variable PARSER_ENCODERS, a
// list like PATH, and the one into which they are downloaded without it.
func Folders() []string { return folders.Encoders(os.Getenv) }

// Named returns the folder of a name: itself, if it is there, or the one of that name in Folders.
func Named(name string) (string, error) {
	for _, folder := range append([]string{""}, Folders()...) {
		if candidate := filepath.Join(folder, name); hasConfig(candidate) {
			return candidate, nil
		}
	}
	return "", fmt.Errorf("%w: there is no config.json in a folder %s, here, in PARSER_ENCODERS or among those downloaded", ErrEncoder, name)
}

func hasConfig(folder string) bool {
	info, err := os.Stat(filepath.Join(folder, configFile))
	return err == nil && info.Mode().IsRegular()
}

// Finder finds the encoders that models name, and keeps them, so that each is in memory once. It is not safe for
// concurrent use.
type Finder struct {
	Arrays  *npz.Arrays // of a model file, which may hold encoders
	folders []string
	found   map[string]*Encoder // by SHA-256
}

// NewFinder returns a finder that knows an encoder, unless that is nil, and looks for others in these folders, each that
// of an encoder or one in which there are some.
func NewFinder(folders []string, known *Encoder) *Finder {
	f := &Finder{folders: folders, found: map[string]*Encoder{}}
	if known != nil {
		f.found[known.SHA256] = known
	}
	return f
}

// Find returns the encoder of an identity: the one that the model file holds, or one in a folder. Folders of its name are
// tried first. The cause of its errors is ErrEncoder.
func (f *Finder) Find(id Identity) (*Encoder, error) {
	if known := f.found[id.SHA256]; known != nil {
		return known, nil
	}
	if isHeld(f.Arrays, id) {
		e, err := openHeld(f.Arrays, id)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrEncoder, id.Name, err)
		}
		f.found[id.SHA256] = e
		return e, nil
	}
	var first, others []string
	for _, folder := range f.folders {
		first = append(first, filepath.Join(folder, id.Name))
		others = append(others, folder)
		inside, _ := os.ReadDir(folder) // unless it is no folder
		for _, entry := range inside {
			others = append(others, filepath.Join(folder, entry.Name()))
		}
	}
	var kept []int32
	if name := heldEntry(id) + keptSubwords; f.Arrays != nil && f.Arrays.Has(name) {
		var err error
		if kept, err = npz.Array[int32](f.Arrays, name); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrEncoder, err)
		}
	}
	var wrong []string
	for _, folder := range append(first, others...) {
		if !hasConfig(folder) {
			continue
		}
		e, err := openAs(folder, id, kept)
		switch {
		case err == nil:
			f.found[id.SHA256] = e
			return e, nil
		case slices.Contains(first, folder):
			wrong = append(wrong, err.Error())
		}
	}
	what := fmt.Errorf("%w: the model reads the encoder %s, of %d bytes and SHA-256 %s", ErrEncoder, id.Name, id.Size, id.SHA256)
	if wrong = slices.Compact(slices.Sorted(slices.Values(wrong))); len(wrong) > 0 {
		return nil, fmt.Errorf("%w, and there is: %s", what, strings.Join(wrong, "; "))
	}
	return nil, fmt.Errorf("%w: put its folder beside the model, or set PARSER_ENCODERS to the folder in which it is", what)
}

// errOther is the cause when a folder holds another encoder than the one that is wanted.
var errOther = errors.New("another encoder")
