package engine

import (
	"errors"
	"io"
	"iter"
	"path/filepath"
	"slices"

	"parser/model/npz"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/neural"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
	"parser/parser/treebank"
)

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

// errPart is the cause when more is asked of a parser than was read of its model.
var errPart = errors.New("only a part of the model was read")

// checkRead returns an errPart if more is asked of the parser than was read of its model.
func (p *Parser) checkRead() error {
	read := treebank.Request{Only: p.only}
	if p.only != "" && (p.request.Only == "" || !read.Reaches(p.request.Only)) {
		return errPart
	}
	return nil
}

// needsScorer reports whether the scorer of a model does something before the request ends.
func (l *loading) needsScorer(p *Parser, m *Meta) bool {
	predicts := m.Options.Neural.MultiTask != "" || m.Base // it tags, or says which tags of the base it reads
	return l.request.Reaches(p.builds.Stage()) || predicts && l.request.Reaches("tags")
}

// scorer reads the scorer of a model, or only its vocabulary if that is all that is needed: words are looked up by it.
func (l *loading) scorer(p *Parser, m *Meta, prefix string) (score.Scorer, error) {
	kind, err := l.loader(m)
	if err != nil {
		return nil, err
	}
	if !l.needsScorer(p, m) {
		own, ok := kind.(score.WordLoader)
		if !ok {
			return unread{}, nil
		}
		forms, err := own.LoadForms(l.arrays, prefix)
		return unreadLexicon{forms: forms}, err
	}
	shape := p.Shape()
	s, err := kind.Load(l.arrays, prefix, &shape)
	return s, m.hint(err)
}

// unread stands for a scorer that was not read.
type unread struct{}

func (unread) NewSession() score.Session  { return nil }
func (unread) Batch() int                 { return 0 }
func (unread) Columns() []string          { return nil }
func (unread) Describe() string           { return "a scorer that was not read" }
func (unread) Entries(string) []npz.Entry { return nil }

// unreadLexicon stands for a scorer of which only the vocabulary was read.
type unreadLexicon struct {
	unread
	forms []string
}

// Forms implements score.Lexical.
func (u unreadLexicon) Forms() iter.Seq[string] { return slices.Values(u.forms) }
