package engine

import (
	"slices"

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
