package serve

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"parser/parser/lexicon"
)

// Lexicon is a file that says what words can be, and its name in requests.
type Lexicon struct{ Name, File string }

// LexiconOf returns the lexicon of NAME=FILE, or of a file alone, which has the name of the file without what follows its
// first full stop.
func LexiconOf(given string) Lexicon {
	if name, file, named := strings.Cut(given, "="); named {
		return Lexicon{name, file}
	}
	name, _, _ := strings.Cut(filepath.Base(given), ".")
	return Lexicon{name, given}
}

// lexicons are those that were opened, and what was joined of them for requests, which is kept since models with requests
// are.
type lexicons struct {
	names  []string
	opened []*lexicon.Lexicon
	mutex  sync.Mutex
	joined map[string]*lexicon.Lexicon
}

// ErrLexicon is the cause when a lexicon cannot be opened.
var ErrLexicon = errors.New("lexicon")

// openLexicons opens the lexicons of the options. After an error all stay as they were.
func (s *Server) openLexicons() error {
	all := &lexicons{names: []string{}, joined: map[string]*lexicon.Lexicon{}}
	for _, l := range s.options.Lexicons {
		if l.Name == "" || strings.ContainsAny(l.Name, ", ") || slices.Contains(all.names, l.Name) {
			return fmt.Errorf("%w: %q cannot be the name of a lexicon, or is that of two; name it NAME=FILE", ErrOptions, l.Name)
		}
		opened, err := lexicon.Open(l.File)
		if err != nil {
			return fmt.Errorf("%w %s: %w", ErrLexicon, l.Name, err)
		}
		all.names, all.opened = append(all.names, l.Name), append(all.opened, opened)
	}
	s.lexicons.Store(all)
	return nil
}

// named returns the lexicon of names with commas between them: of a word that several have, the first says what it can be.
// It is nil without a name.
func (l *lexicons) named(list string) (*lexicon.Lexicon, error) {
	if list == "" {
		return nil, nil
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if known := l.joined[list]; known != nil {
		return known, nil
	}
	all := &lexicon.Lexicon{}
	var seen []string
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		i := slices.Index(l.names, name)
		switch {
		case i < 0 && len(l.names) == 0:
			return nil, refuse(http.StatusBadRequest, "parameter", "there is no lexicon %q: the server has none (serve --lexicon)", name)
		case i < 0:
			return nil, refuse(http.StatusBadRequest, "parameter", "there is no lexicon %q, but: %s", name, strings.Join(l.names, ", "))
		case slices.Contains(seen, name):
			return nil, refuse(http.StatusBadRequest, "parameter", "the lexicon %q is named twice", name)
		}
		all, seen = all.With(l.opened[i]), append(seen, name)
	}
	if len(l.joined) < mostVariants {
		l.joined[list] = all
	}
	return all, nil
}
