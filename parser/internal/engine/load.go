package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"parser/model/npz"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/neural"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
	"parser/parser/treebank"
)

// Reading says how a model is read.
type Reading struct {
	// Request is what is asked of the parser. Only what that takes is read: with Only a parser cannot be asked for more
	// later, and cannot be saved.
	Request treebank.Request
	Encoder *transformer.Encoder // one that is open already, which the model may read; nil for none
	Kinds   []score.Kind         // those of scorers that the program does not come with
}

// Load reads a model file. Damaged files and those of another version are refused: the cause is npz.ErrFile. An encoder
// that the model reads is looked for beside the file and in the folders of PARSER_ENCODERS.
func Load(name string) (*Parser, error) { return Reading{}.Load(name) }

// Read reads a model of the given size in bytes, as Load does.
func Read(r io.ReaderAt, size int64) (*Parser, error) { return Reading{}.Read(r, size) }

// Load reads a model file.
func (r Reading) Load(name string) (*Parser, error) {
	return atomicfile.ReadFile(name, func(file io.ReaderAt, size int64) (*Parser, error) {
		return r.read(file, size, filepath.Dir(name))
	})
}

// Read reads a model of the given size in bytes.
func (r Reading) Read(file io.ReaderAt, size int64) (*Parser, error) { return r.read(file, size) }

// read reads a model whose encoders may also be in some folders.
func (r Reading) read(file io.ReaderAt, size int64, folders ...string) (*Parser, error) {
	open := npz.Read
	if r.Request.Only != "" {
		open = npz.Open
	}
	arrays, err := open(file, size)
	if err != nil {
		return nil, err
	}
	return r.Of(arrays, folders...)
}

// Of returns the model in the arrays of a file. An encoder that the model reads may also be in some folders.
func (r Reading) Of(arrays *npz.Arrays, folders ...string) (*Parser, error) {
	encoders := transformer.NewFinder(append(folders, transformer.Folders()...), r.Encoder)
	encoders.Arrays = arrays
	p, err := (&loading{arrays: arrays, kinds: r.Kinds, encoders: encoders, request: treebank.Request{Only: r.Request.Only}}).read("")
	if err != nil {
		return nil, err
	}
	return p.With(r.Request)
}

// loading is a model file that is being read.
type loading struct {
	arrays   *npz.Arrays
	kinds    []score.Kind
	encoders *transformer.Finder
	request  treebank.Request // what the model is read for
	depth    int              // how many models the part is inside
}

// loader returns what loads scorers of the kind that a model names; networks may read encoders.
func (l *loading) loader(m *Meta) (score.Loader, error) {
	named := func(name string) (score.Kind, error) {
		kind, err := m.Options.ScorerNamed(name)
		if network, ok := kind.(neural.Kind); ok {
			network.Find = l.encoders.Find
			kind = network
		}
		return kind, err
	}
	sum := ensemble.Loader{Kind: named}
	switch mixture := (ensemble.MixtureLoader{Loader: sum}); m.Scorer {
	case sum.Name():
		return sum, nil
	case mixture.Name():
		return mixture, nil
	}
	return named(m.Scorer)
}

// maxDepth is how many taggers may be inside each other: the deepest are those of a tagger's first pass in a parser.
const maxDepth = 2

// read makes a model of the arrays whose names begin with prefix.
func (l *loading) read(prefix string) (p *Parser, err error) {
	arrays := l.arrays
	defer func() {
		if err != nil && !errors.Is(err, npz.ErrFile) {
			err = fmt.Errorf("%w: %w", npz.ErrFile, err)
		}
	}()
	if prefix == "" && !arrays.Has(metaEntry) {
		what := ""
		if arrays.Has(neural.PretrainedEntry) {
			what = ", but of parser pretrain, for parser train --pretrained"
		}
		return nil, fmt.Errorf("the file is not that of a model%s: it has no array %s", what, metaEntry)
	}
	text, err := npz.Array[byte](arrays, prefix+metaEntry)
	if err != nil {
		return nil, err
	}
	m, err := readMeta(text)
	if err != nil {
		return nil, err
	}
	m.Options.Kinds = l.kinds
	if p, err = m.parser(); err != nil {
		return nil, err
	}
	p.only, p.request = l.request.Only, l.request
	if p.scorer, err = l.scorer(p, &m, prefix); err != nil {
		return nil, err
	}
	if p, err = l.parts(p, &m, prefix); err != nil {
		return nil, err
	}
	return p.lookingUp()
}

// hint adds to an error about the encoder of a model which folder that had when the model was trained, as the command has
// it: the model remembers nothing else of it, so that it is the same wherever it is trained.
func (m *Meta) hint(err error) error {
	_, folder, given := strings.Cut(m.Command, " --encoder=")
	if folder, _, _ = strings.Cut(folder, " --"); !given || !errors.Is(err, transformer.ErrEncoder) {
		return err
	}
	return fmt.Errorf("%w; it was trained with --encoder %s", err, folder)
}

// readMeta reads meta data, and refuses those of another format, which may have other types.
func readMeta(text []byte) (m Meta, err error) {
	err = m.unmarshal(text)
	if err == nil && m.Format == FormatVersion {
		return m, nil
	}
	var version struct{ Format int }
	if err := json.Unmarshal(text, &version); err != nil {
		return m, err
	}
	if version.Format != FormatVersion {
		hint := "no program writes it"
		switch {
		case version.Format > FormatVersion:
			hint = "a newer program is needed"
		case version.Format > 0:
			hint = "train the model anew, or use it with the program that wrote it"
		}
		return m, fmt.Errorf("it is of format %d, and this program reads format %d: %s", version.Format, FormatVersion, hint)
	}
	return m, err
}
