package cli

import (
	"fmt"
	"io"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/oracle"
	"parser/parser/cli/places"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// bankFile is what was read for training from files, or from the embedded sample. It has
// sentences or trees.
type bankFile struct {
	name  string
	sizes string // what is in it, in words
	data  treebank.Data
	texts []string // the words of each sentence, with tabs between them
}

// readTreebank reads a part of the treebank, which is empty if it has no place. Sentences
// with heads that make no tree count as malformed; words without head do not. The sizes of
// trees are those after the steps that training does; the brackets around whole sentences
// do not count.
func (t *training) readTreebank(files ...places.Place) (*bankFile, error) {
	b, in := &bankFile{name: places.Places(files).String()}, t.in
	var names []string
	for _, p := range files {
		names = append(names, p.Name)
		if !p.Sample {
			continue
		}
		in.latin1, in.format = false, formAuto
		f, err := t.env.places().Open(p)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		in.texts = map[string][]byte{p.Name: text}
	}
	other := oracle.Systems(transition.Constituents)[0]
	if t.kind == transition.Constituents {
		other = oracle.Systems(transition.Dependencies)[0]
	}
	check := func(f *textfile.Reader) error {
		return mustHold(f, t.kind, fmt.Sprintf("--system %s does not learn from them (--system %s does)", t.options.System, other))
	}
	if t.kind == transition.Constituents {
		s := in.trees(names...)
		s.check = check
		return b, b.readTrees(s, t.options.Steps)
	}
	s := in.sentences(names...)
	if in.format == formAuto {
		s.check = check
	}
	return b, b.readSentences(s)
}

// readTrees reads a treebank of constituents.
func (b *bankFile) readTrees(s *source[*ptb.Tree], stepNames string) error {
	steps, _ := ptb.ParseSteps(stepNames) // which setOptions has checked
	steps.Root = true
	words, brackets := 0, 0
	err := s.each(func(tree *ptb.Tree) error {
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
	return err
}

// readSentences reads a treebank of dependencies.
func (b *bankFile) readSentences(s *source[*conll.Sentence]) error {
	var stats conll.Stats
	err := s.each(func(sentence *conll.Sentence) error {
		if err := sentence.CheckPartial(false); err != nil {
			if s.skip(err) {
				return nil
			}
			return err
		}
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
	return err
}

// cut leaves the first n sentences.
func (b *bankFile) cut(n int) {
	b.data.Sentences = b.data.Sentences[:min(n, len(b.data.Sentences))]
	b.data.Trees = b.data.Trees[:min(n, len(b.data.Trees))]
}

// String describes the treebank in a line.
func (b *bankFile) String() string { return b.name + ": " + b.sizes }
