package cli

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// bankFile is a file that was read for training, or the embedded sample. It has
// sentences or trees.
type bankFile struct {
	name    string
	sizes   string // what is in it, in words
	data    treebank.Data
	digests [][sha256.Size]byte // of the words of each sentence
}

// place is where a part of a treebank lies; the zero value is nowhere.
type place struct {
	name   string
	sample bool // among the embedded samples, not in the file system
}

// extensions are those of treebanks in PARSER_DATA, in the order of preference;
// the first is that of the samples.
func extensions(kind transition.Kind) []string {
	if kind == transition.Constituents {
		return []string{".mrg", ".mrg.gz"}
	}
	return []string{".conllu", ".conllu.gz", ".conll", ".conll.gz"}
}

// findTreebank returns the places of a language's treebank of some kind: those
// named by the flags, else those in the folder PARSER_DATA, else those of the
// embedded sample. There need not be a dev.
func (e *Env) findTreebank(kind transition.Kind, lang, train, dev string) (t, d place, err error) {
	if train != "" {
		return place{name: train}, place{name: dev}, nil
	}
	if dev != "" {
		return t, d, fmt.Errorf("%w: --dev without --train", errUsage)
	}
	if err := checkLanguage(lang); err != nil {
		return t, d, err
	}
	for _, folder := range []string{e.Getenv("PARSER_DATA"), ""} {
		if t = e.findPart(folder, lang, "train", kind); t.name != "" {
			return t, e.findPart(folder, lang, "dev", kind), nil
		}
	}
	return t, d, fmt.Errorf("%w: no treebank for %q: give --train FILE, or set PARSER_DATA to a folder with %s/train%s", errUsage, lang, lang, extensions(kind)[0])
}

// findPart looks for a part of a language's treebank in a folder of treebanks, or, if
// there is no folder, in the embedded samples.
func (e *Env) findPart(folder, lang, part string, kind transition.Kind) place {
	for _, ext := range extensions(kind) {
		name, stat := filepath.Join(folder, lang, part+ext), os.Stat
		if folder == "" {
			name, stat = path.Join(lang, part+ext), func(name string) (fs.FileInfo, error) { return fs.Stat(e.Samples, name) }
		}
		if _, err := stat(name); err == nil {
			return place{name, folder == ""}
		}
	}
	return place{}
}

// String says where the place is.
func (p place) String() string {
	if p.sample {
		return "the embedded sample " + p.name
	}
	return p.name
}

// openPlace opens a part of a treebank.
func (e *Env) openPlace(p place) (*textfile.Reader, error) {
	if !p.sample {
		return textfile.Open(p.name, e.Stdin)
	}
	f, err := e.Samples.Open(p.name)
	if err != nil {
		return nil, err
	}
	return &textfile.Reader{Reader: bufio.NewReader(f), Name: p.name, File: f}, nil
}

// readSentences reads a whole treebank of dependencies. Sentences with heads that
// make no tree count as malformed; words without head do not.
func readSentences(in input, p place) (*bankFile, error) {
	if p.sample {
		in.latin1, in.format = false, formAuto
	}
	f, err := in.env.openPlace(p)
	if err != nil {
		return nil, err
	}
	s := in.sentencesIn(f, in.format)
	s.check = func(s *conll.Sentence) error {
		if err := s.CheckTree(false); !errors.Is(err, conll.ErrNoHead) {
			return err
		}
		return nil
	}
	t, stats := &bankFile{name: p.String()}, conll.Stats{}
	err = s.each(func(sentence *conll.Sentence) error {
		t.data.Sentences = append(t.data.Sentences, sentence)
		stats.Add(sentence)
		forms := make([]string, sentence.Len())
		for i, w := range sentence.Words {
			forms[i] = w.Form
		}
		t.addWords(forms)
		return nil
	})
	t.sizes = fmt.Sprintf("%s, %s, %s", layout.Count(stats.Sentences, "sentence"), layout.Count(stats.Words, "word"),
		layout.Count(stats.NonProjectiveSentences, "non-projective sentence"))
	return t, err
}

// readTrees reads a whole treebank of constituents. Its sizes are those after the
// steps that training does; the brackets around whole sentences do not count.
func readTrees(in input, p place, stepNames string) (*bankFile, error) {
	steps, err := ptb.ParseSteps(stepNames)
	if err != nil {
		return nil, fmt.Errorf("%w: --steps: %w", errUsage, err)
	}
	steps.Root = true
	f, err := in.env.openPlace(p)
	if err != nil {
		return nil, err
	}
	t, words, brackets := &bankFile{name: p.String()}, 0, 0
	err = in.treesIn(f).each(func(tree *ptb.Tree) error {
		t.data.Trees = append(t.data.Trees, tree)
		if tree = steps.Apply(tree); tree == nil {
			return nil
		}
		var forms []string
		for _, leaf := range tree.Leaves() {
			forms = append(forms, leaf.Word)
		}
		words += len(forms)
		brackets += len(tree.Spans()) - 1
		t.addWords(forms)
		return nil
	})
	t.sizes = fmt.Sprintf("%s, %s, %s", layout.Count(len(t.data.Trees), "tree"), layout.Count(words, "word"), layout.Count(brackets, "constituent"))
	return t, err
}

// addWords takes note of a sentence's words.
func (t *bankFile) addWords(forms []string) {
	t.digests = append(t.digests, sha256.Sum256([]byte(strings.Join(forms, "\t")))) // which no form contains
}

// cut leaves the first n sentences.
func (t *bankFile) cut(n int) {
	t.data.Sentences = t.data.Sentences[:min(n, len(t.data.Sentences))]
	t.data.Trees = t.data.Trees[:min(n, len(t.data.Trees))]
}

// String describes the treebank in a line.
func (t *bankFile) String() string { return t.name + ": " + t.sizes }

// overlap counts the sentences of dev that have the same words as one of train.
func overlap(train, dev *bankFile) (n int) {
	seen := map[[sha256.Size]byte]int{}
	for _, d := range train.digests {
		seen[d] = 1
	}
	for _, d := range dev.digests {
		n += seen[d]
	}
	return n
}
