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
	"parser/parser/internal/neural"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
	"parser/parser/treebank"
)

// Load reads a model file. Damaged files and those of another version are refused: the cause is npz.ErrFile. Files
// whose scorer is not of a kind that the program comes with need that kind. An encoder that the model reads is looked
// for beside the file and in the folders of PARSER_ENCODERS.
func Load(name string, kinds ...score.Kind) (*Parser, error) {
	return LoadWith(name, nil, kinds...)
}

// LoadWith is like Load, for models that may read an encoder which is open already, unless it is nil.
func LoadWith(name string, e *transformer.Encoder, kinds ...score.Kind) (*Parser, error) {
	return atomicfile.ReadFile(name, func(r io.ReaderAt, size int64) (*Parser, error) {
		return readFor(r, size, treebank.Request{}, finderFor(name, e), kinds)
	})
}

// Read reads a model of the given size in bytes, as Load does.
func Read(r io.ReaderAt, size int64, kinds ...score.Kind) (*Parser, error) {
	return ReadFor(r, size, treebank.Request{}, kinds...)
}

// LoadFor is like Load, and returns the parser of which this is asked. It reads only what that takes: with Only a parser
// cannot be asked for more later, and cannot be saved.
func LoadFor(name string, r treebank.Request, kinds ...score.Kind) (*Parser, error) {
	return atomicfile.ReadFile(name, func(file io.ReaderAt, size int64) (*Parser, error) {
		return readFor(file, size, r, finderFor(name, nil), kinds)
	})
}

// ReadFor reads a model of the given size in bytes, as LoadFor does.
func ReadFor(file io.ReaderAt, size int64, r treebank.Request, kinds ...score.Kind) (*Parser, error) {
	return readFor(file, size, r, transformer.NewFinder(transformer.Folders(), nil), kinds)
}

// finderFor returns what finds the encoders of a model file: the one that is open already, unless it is nil, beside the
// file, and in the usual folders.
func finderFor(name string, open *transformer.Encoder) *transformer.Finder {
	return transformer.NewFinder(append([]string{filepath.Dir(name)}, transformer.Folders()...), open)
}

func readFor(file io.ReaderAt, size int64, r treebank.Request, encoders *transformer.Finder, kinds []score.Kind) (*Parser, error) {
	open := npz.Read
	if r.Only != "" {
		open = npz.Open
	}
	arrays, err := open(file, size)
	if err != nil {
		return nil, err
	}
	encoders.Arrays = arrays
	p, err := (&loading{arrays: arrays, kinds: kinds, encoders: encoders, request: treebank.Request{Only: r.Only}}).read("")
	if err != nil {
		return nil, err
	}
	return p.With(r)
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
	return m.Options.loader(m.Scorer, func(k score.Kind) score.Kind {
		if n, ok := k.(neural.Kind); ok {
			n.Find = l.encoders.Find
			return n
		}
		return k
	})
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
	if err := checkFormat(text); err != nil {
		return nil, err
	}
	var m Meta
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	m.Options.Kinds = l.kinds
	if p, err = New(m, nil); err != nil {
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

// checkFormat returns an error unless the meta data is of the format that is read.
func checkFormat(text []byte) error {
	var version struct{ Format int }
	if err := json.Unmarshal(text, &version); err != nil {
		return err
	}
	if version.Format != FormatVersion {
		hint := "no program writes it"
		switch {
		case version.Format > FormatVersion:
			hint = "a newer program is needed"
		case version.Format > 0:
			hint = "train the model anew, or use it with the program that wrote it"
		}
		return fmt.Errorf("it is of format %d, and this program reads format %d: %s", version.Format, FormatVersion, hint)
	}
	return nil
}
