package engine

import (
	"errors"
	"iter"
	"slices"

	"parser/model/npz"
	"parser/parser/internal/score"
)

// errPart is the cause when more is asked of a parser than was read of its model.
var errPart = errors.New("only a part of the model was read")

// scorer reads the scorer of a model, or only its vocabulary if that is all that is needed: words are looked up by it.
func (l *loading) scorer(p *Parser, m *Meta, prefix string) (score.Scorer, error) {
	kind, err := l.loader(m)
	if err != nil {
		return nil, err
	}
	predicts := m.Options.Neural.MultiTask != "" || m.Base // it tags, or says which tags of the base it reads
	if !l.request.Reaches(p.builds.Stage()) && !(predicts && l.request.Reaches("tags")) {
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
