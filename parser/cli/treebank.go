package cli

import (
	"bufio"
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
	name  string
	sizes string // what is in it, in words
	data  treebank.Data
	texts []string // the words of each sentence, with tabs between them
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

// readTreebank reads a part of the treebank, which is empty if it has no place. Sentences
// with heads that make no tree count as malformed; words without head do not. The sizes of
// trees are those after the steps that training does; the brackets around whole sentences
// do not count.
func (t *training) readTreebank(p place) (*bankFile, error) {
	b, in := &bankFile{name: p.String()}, t.in
	if p.name == "" {
		return b, nil
	}
	if p.sample {
		in.latin1, in.format = false, formAuto
	}
	f, err := t.env.openPlace(p)
	if err != nil {
		return nil, err
	}
	if t.kind == transition.Constituents {
		steps, _ := ptb.ParseSteps(t.options.Steps) // which setOptions has checked
		steps.Root = true
		words, brackets := 0, 0
		err = in.treesIn(f).each(func(tree *ptb.Tree) error {
			b.data.Trees = append(b.data.Trees, tree)
			if tree = steps.Apply(tree); tree == nil {
				return nil
			}
			var forms []string
			for _, leaf := range tree.Leaves() {
				forms = append(forms, leaf.Word)
			}
			b.texts = append(b.texts, strings.Join(forms, "\t"))
			words += len(forms)
			brackets += len(tree.Spans()) - 1
			return nil
		})
		b.sizes = fmt.Sprintf("%s, %s, %s", layout.Count(len(b.data.Trees), "tree"), layout.Count(words, "word"), layout.Count(brackets, "constituent"))
		return b, err
	}
	var stats conll.Stats
	s := in.sentencesIn(f, in.format)
	s.read = made(s.read, func(sentence *conll.Sentence) (*conll.Sentence, error) {
		if err := sentence.CheckTree(false); !errors.Is(err, conll.ErrNoHead) {
			return sentence, err
		}
		return sentence, nil
	})
	err = s.each(func(sentence *conll.Sentence) error {
		b.data.Sentences = append(b.data.Sentences, sentence)
		stats.Add(sentence)
		var forms []string
		for i := range sentence.Words {
			forms = append(forms, sentence.Words[i].Form)
		}
		b.texts = append(b.texts, strings.Join(forms, "\t"))
		return nil
	})
	b.sizes = fmt.Sprintf("%s, %s, %s", layout.Count(stats.Sentences, "sentence"), layout.Count(stats.Words, "word"),
		layout.Count(stats.NonProjectiveSentences, "non-projective sentence"))
	return b, err
}

// cut leaves the first n sentences.
func (b *bankFile) cut(n int) {
	b.data.Sentences = b.data.Sentences[:min(n, len(b.data.Sentences))]
	b.data.Trees = b.data.Trees[:min(n, len(b.data.Trees))]
}

// String describes the treebank in a line.
func (b *bankFile) String() string { return b.name + ": " + b.sizes }
