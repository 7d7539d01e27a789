package cli

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"parser/conll"
)

// treebank is a file that was read for training, or the embedded sample.
type treebank struct {
	name      string
	sentences []*conll.Sentence
	stats     conll.Stats
}

// place is where a part of a treebank lies; the zero value is nowhere.
type place struct {
	name   string
	sample bool // among the embedded samples, not in the file system
}

// extensions are those of treebanks in PARSER_DATA, in the order of preference.
var extensions = [...]string{".conllu", ".conllu.gz", ".conll", ".conll.gz"}

// findTreebank returns the places of a language's treebank: those named by the
// flags, else those in the folder PARSER_DATA, else those of the embedded
// sample. There need not be a dev.
func (e *Env) findTreebank(lang, train, dev string) (t, d place, err error) {
	if train != "" {
		return place{name: train}, place{name: dev}, nil
	}
	if dev != "" {
		return t, d, fmt.Errorf("%w: --dev without --train", errUsage)
	}
	if err := checkLanguage(lang); err != nil {
		return t, d, err
	}
	if folder := e.Getenv("PARSER_DATA"); folder != "" {
		if t, d = inFolder(filepath.Join(folder, lang)); t.name != "" {
			return t, d, nil
		}
	}
	if t, d = e.inSamples(lang); t.name != "" {
		return t, d, nil
	}
	return t, d, fmt.Errorf("%w: no treebank for %q: give --train FILE, or set PARSER_DATA to a folder with %s/train.conllu", errUsage, lang, lang)
}

// inFolder looks for train and dev in a folder.
func inFolder(folder string) (t, d place) {
	find := func(part string) place {
		for _, ext := range extensions {
			name := filepath.Join(folder, part+ext)
			if _, err := os.Stat(name); err == nil {
				return place{name: name}
			}
		}
		return place{}
	}
	return find("train"), find("dev")
}

// inSamples looks for train and dev in the embedded samples.
func (e *Env) inSamples(lang string) (t, d place) {
	find := func(part string) place {
		name := path.Join(lang, part+".conllu")
		if _, err := fs.Stat(e.Samples, name); err == nil {
			return place{name: name, sample: true}
		}
		return place{}
	}
	return find("train"), find("dev")
}

// String says where the place is.
func (p place) String() string {
	if p.sample {
		return "the embedded sample " + p.name
	}
	return p.name
}

// readTreebank reads a whole treebank. Sentences with heads that make no tree
// count as malformed; words without head do not.
func readTreebank(in input, p place) (*treebank, error) {
	if p.name == "" {
		return &treebank{}, nil
	}
	s := &source{input: in, files: []string{p.name}, check: checkHeads}
	defer s.Close()
	if p.sample {
		f, err := in.env.Samples.Open(p.name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		s.reader = conll.NewReader(f, p.name)
		s.files = nil
	}
	t := &treebank{name: p.String()}
	for {
		sentence, err := s.Read()
		if err == io.EOF {
			s.saySkipped()
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		t.sentences = append(t.sentences, sentence)
		t.stats.Add(sentence)
	}
}

func checkHeads(s *conll.Sentence) error {
	if err := s.CheckTree(false); !errors.Is(err, conll.ErrNoHead) {
		return err
	}
	return nil
}

// String describes the treebank in a line.
func (t *treebank) String() string {
	return fmt.Sprintf("%s: %s, %s, %s", t.name,
		count(t.stats.Sentences, "sentence"), count(t.stats.Words, "word"), count(t.stats.NonProjectiveSentences, "non-projective sentence"))
}

// overlap counts the sentences of dev that have the same words as one of train.
func overlap(train, dev *treebank) int {
	seen := map[[sha256.Size]byte]bool{}
	for _, s := range train.sentences {
		seen[digest(s)] = true
	}
	n := 0
	for _, s := range dev.sentences {
		if seen[digest(s)] {
			n++
		}
	}
	return n
}

// digest identifies the words of a sentence. No form contains a tab.
func digest(s *conll.Sentence) [sha256.Size]byte {
	var text strings.Builder
	for i := range s.Words {
		text.WriteString(s.Words[i].Form)
		text.WriteByte('\t')
	}
	return sha256.Sum256([]byte(text.String()))
}
