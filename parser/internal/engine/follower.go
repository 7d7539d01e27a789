package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/internal/score"
)

// follower is a scorer whose sessions read each sentence as one of a treebank that it knows.
type follower struct {
	score.Scorer
	score.Predictor // the same
	known           []string
}

// NewSession implements score.Scorer.
func (f follower) NewSession() score.Session {
	s := f.Scorer.NewSession()
	return &followerSession{s, s.(score.Filler), f.known}
}

type followerSession struct {
	score.Session
	score.Filler // the same
	known        []string
}

// Read implements score.Session.
func (s *followerSession) Read(sentences ...[]conll.Word) {
	marked := make([][]conll.Word, len(sentences))
	for i, words := range sentences {
		name := ""
		if len(words) > 0 && slices.Contains(s.known, score.Treebank(&words[0])) {
			name = score.Treebank(&words[0])
		}
		marked[i] = score.Following(nil, words, s.known, name)
	}
	s.Session.Read(marked...)
}

// Following returns a parser like p that follows the annotation of a treebank where no other one is asked for. What cuts raw
// text, what makes lemmas and the language are taken from local, a parser of the language of the treebank, unless p cuts and
// makes them itself or local is nil. The error is an ErrOptions about a treebank that p has not learned from, or that of WithTaggers and WithSegmenter.
func (p *Parser) Following(name string, local *Parser) (*Parser, error) {
	known := slices.Clone(p.meta.Treebanks)
	at := slices.Index(known, name)
	if at < 0 {
		return nil, fmt.Errorf("%w: the model has not learned from a treebank %q, but from %s", ErrOptions, name, strings.Join(known, ", "))
	}
	q := p.clone()
	q.meta.Treebanks = slices.Insert(slices.Delete(known, at, at+1), 0, name)
	if local == nil {
		return q, nil
	}
	q.meta.Lang = cmp.Or(local.meta.Lang, q.meta.Lang)
	own := q.Taggers()
	for _, t := range local.Taggers() {
		if !slices.Contains(q.Predicts(), t.Field()) {
			own = append(own, t)
		}
	}
	q, err := q.WithTaggers(own...)
	if s := local.Segmenter(); err == nil && s != nil && q.Segmenter() == nil {
		q, err = q.WithSegmenter(s)
	}
	return q, err
}
