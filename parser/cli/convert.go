package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/lookup/spelling"
	"parser/parser/internal/pipe"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/ptb/heads"
)

// written are the formats that CoNLL is written in as it is.
var written = []string{structure.TSV, structure.Vertical, structure.Horizontal, structure.JSON, structure.Displacy}

func convertible() []string { return append([]string{toX, toU, toBrackets, toText}, written...) }

// What convert makes of trees.
const (
	toX        = "conllx"
	toU        = "conllu"
	toBrackets = "brackets"
	toText     = "text" // what CoNLL-U was made of
)

type converting struct {
	frame.Input
	to, heads, labels, steps string
	lines, indent, usual     bool
	basicOnly, enhancedOnly  bool
	wordsOnly                bool
	alternatives             string // a file with more annotations

	rules  *heads.Rules
	label  heads.Labeler
	normal ptb.Steps
	reader *ptb.Reader // of the current file, which knows how a tree was written
}

func convertCommand(e *frame.Env) *urfave.Command {
	v := &converting{Input: frame.InputOf(e), to: toX, heads: "yamada", labels: "penn2malt", steps: "all"}
	return &urfave.Command{
		Description: `Reads trees in Penn brackets, plain or compressed, from the files or from the standard
input. By default it writes dependencies in CoNLL-X: a constituent's head child
is found by head rules, the part-of-speech tag stands in both columns of tags,
-LRB- and its kind become brackets again, and empty elements are left out.
With --to brackets it writes the trees, one a line, after the --steps.

With --to text it reads CoNLL-U, and writes the raw text: forms, with the blanks that
MISC says, and an empty line between documents.

With --to tsv, vertical, horizontal, json or displacy it reads CoNLL, and writes a table
for spreadsheets, a token a line, a sentence a line, or an object a line: with all
columns, or the words and arcs that displaCy draws. Files of displaCy's JSON are read
wherever CoNLL is, and with --to conllu or conllx they become that.

With --words-only it reads CoNLL-U and writes it without the lines of multiword tokens.
With --basic-only or --enhanced-only it reads CoNLL-U and writes it with one of its two
layers; everything else stays byte for byte. The basic layer is HEAD and DEPREL: DEPS
becomes _, and the lines of empty nodes are dropped. The enhanced layer is DEPS, with the
empty nodes: HEAD and DEPREL become _, since a graph has no one head for each word.

With --alternatives it reads CoNLL-U, and writes each sentence with the tree that another
annotator gave it in a second file, to train with several gold trees and to compare with them.`,
		Flags: []urfave.Flag{
			frame.Word(&v.to, "to", "`FORMAT` of the output: "+strings.Join(convertible(), ", ")),
			frame.Word(&v.heads, "heads", "head `RULES`: "+strings.Join(heads.Names(), ", ")+" or a file"),
			frame.Choice(&v.labels, "labels", "the labels are", "`LABELS` of dependencies: penn2malt (for English), none", "penn2malt", "none"),
			frame.Word(&v.steps, "steps", "with --to brackets: `LIST` of "+strings.Join(ptb.StepNames(), ",")+", or all, none"),
			frame.Switch(&v.lines, "lines", "with --to brackets: write a line for every line, (()) for one without a tree, as EVALB pairs them"),
			frame.Switch(&v.indent, "indent", "with --to brackets: write trees over several lines, indented"),
			frame.Switch(&v.usual, "usual-spacing", "with --to text: if the treebank has blanks around all marks, leave out those that people do not write"),
			frame.Switch(&v.basicOnly, "basic-only", "write CoNLL-U without DEPS and empty nodes"),
			frame.Switch(&v.enhancedOnly, "enhanced-only", "write CoNLL-U without HEAD and DEPREL; it is an error if no word has DEPS"),
			frame.Switch(&v.wordsOnly, "words-only", "write CoNLL-U without the lines of multiword tokens; MISC of their words then says where blanks are"),
			frame.Word(&v.alternatives, "alternatives", "write CoNLL-U with the trees of the same sentences in `FILE`, too, whose name is that of the annotator"),
			v.EncodingFlag(""), v.SkipFlag(),
		},
		Action: v.run,
	}
}

func (v *converting) run(c *urfave.Context) error {
	if err := v.options(c); err != nil {
		return err
	}
	files := v.Env.FilesOf(c)
	switch {
	case v.alternatives != "":
		return v.together(files)
	case v.layered():
		return v.layer(files)
	case v.to == toText:
		return v.raw(files)
	case slices.Contains(written, v.to):
		return v.write(files)
	}
	s := v.Treebank(textfile.Brackets, files...)
	s.Aligned = v.lines
	s.Reader = func(f *textfile.Reader, form string) (func() (*treebank.Item, error), error) {
		if form == textfile.Displacy && v.to != toBrackets {
			return structure.Reader(f, v.Reading(form)), nil
		}
		v.reader = ptb.NewReader(f, f.Name)
		v.reader.Lines = v.lines
		return func() (*treebank.Item, error) {
			t, err := v.reader.Read()
			return &treebank.Item{Tree: t}, err
		}, pipe.Must(f, structure.OfForm(textfile.Brackets), "convert reads trees in Penn brackets")
	}
	var write func(*treebank.Item) error
	var flush func() error
	if v.to == toBrackets {
		w := ptb.NewWriter(v.Env.Stdout)
		w.Indent, flush = v.indent, w.Flush
		write = func(it *treebank.Item) error {
			t := it.Tree
			if w.Tight = v.reader.Tight(); t != nil {
				t = v.normal.Apply(t)
			}
			if t == nil || t.Label == "" && len(t.Children) == 0 {
				t, w.Tight = structure.NoTree(), true
			}
			return w.Write(t)
		}
	} else {
		w, err := structure.OfForm(textfile.CoNLL).NewWriter(v.Env.Stdout, v.to)
		if err != nil {
			return err
		}
		flush = w.Flush
		write = func(it *treebank.Item) error {
			if it.Sentence == nil {
				it = treebank.SentenceItem(v.sentence(it.Tree, s.File().Name))
			}
			return w.Write(it)
		}
	}
	trees := 0
	err := s.Each(func(it *treebank.Item) error {
		trees++
		err := write(it)
		if s.Skip(err) {
			return nil
		}
		return err
	})
	if err = errors.Join(flush(), err); err != nil {
		s.SaySkipped()
	} else if trees == 0 {
		v.Env.Say("no trees in %s", strings.Join(files, ", "))
	}
	return err
}

// sentences returns those in files of CoNLL.
func (v *converting) sentences(files []string) *pipe.Source {
	s := v.Words(structure.OfForm(textfile.CoNLL), files...)
	s.First = true
	return s
}

// raw writes the text of files of CoNLL-U.
func (v *converting) raw(files []string) error {
	data, err := v.sentences(files).Data()
	if err != nil {
		return err
	}
	sentences := data.Sentences
	if v.usual {
		if sentences, _, err = spelling.Usual(sentences); err != nil {
			return err
		}
	}
	raw, err := segment.Of(sentences)
	if err == nil {
		_, err = io.WriteString(v.Env.Stdout, raw)
	}
	return err
}

// write writes files of CoNLL in one of the formats written.
func (v *converting) write(files []string) error {
	builds := structure.OfForm(textfile.CoNLL)
	w, err := builds.NewWriter(v.Env.Stdout, v.to)
	if err != nil {
		return err
	}
	s := v.sentences(files)
	err = s.Each(w.Write)
	if err = errors.Join(w.Flush(), err); err != nil {
		s.SaySkipped()
	}
	return err
}

// layered reports whether CoNLL-U is written with a part of what it has.
func (v *converting) layered() bool { return v.basicOnly || v.enhancedOnly || v.wordsOnly }

// layer writes one of the layers of files of CoNLL-U, or their words alone.
func (v *converting) layer(files []string) error {
	s, w, filled := v.sentences(files), conll.NewWriter(v.Env.Stdout), !v.enhancedOnly
	err := s.Each(func(it *treebank.Item) error {
		sentence := it.Sentence
		if sentence.Format != conll.FormatU {
			return fmt.Errorf("%w: %s:%d is CoNLL-X, which has no layers and no multiword tokens", frame.ErrUsage, sentence.File, sentence.Line)
		}
		switch {
		case v.wordsOnly:
			words, err := wordsOnly(sentence)
			if err != nil {
				return err
			}
			return w.Write(words)
		case v.basicOnly:
			return w.Write(sentence.BasicOnly())
		}
		filled = filled || sentence.HasDeps()
		return w.Write(sentence.EnhancedOnly())
	})
	if err = errors.Join(w.Flush(), err); err == nil && !filled {
		err = fmt.Errorf("no word has DEPS in %s", strings.Join(files, ", "))
	}
	return err
}

// options checks the flags and derives the rules from them.
func (v *converting) options(c *urfave.Context) (err error) {
	if !slices.Contains(convertible(), v.to) {
		return fmt.Errorf("%w: there is no --to %q, but %s", frame.ErrUsage, v.to, strings.Join(convertible(), ", "))
	}
	takes, with := append(map[string][]string{
		toX: {"heads", "labels"}, toU: {"heads", "labels"}, toBrackets: {"steps", "lines", "indent"}, toText: {"usual-spacing"},
	}[v.to], "to"), "--to "+v.to
	switch {
	case v.layered():
		takes, with = nil, "--basic-only, --enhanced-only or --words-only"
	case v.alternatives != "":
		takes, with = nil, "--alternatives"
	}
	for _, name := range []string{"heads", "labels", "steps", "lines", "indent", "usual-spacing", "to"} {
		if c.IsSet(name) && !slices.Contains(takes, name) {
			return fmt.Errorf("%w: --%s cannot be used with %s", frame.ErrUsage, name, with)
		}
	}
	if v.basicOnly && v.enhancedOnly || v.wordsOnly && (v.basicOnly || v.enhancedOnly) || v.layered() && v.alternatives != "" {
		return fmt.Errorf("%w: --basic-only, --enhanced-only, --words-only and --alternatives cannot be used together", frame.ErrUsage)
	}
	if v.normal, err = ptb.ParseSteps(v.steps); err != nil {
		return fmt.Errorf("%w: --steps: %w", frame.ErrUsage, err)
	}
	v.label = map[string]heads.Labeler{"penn2malt": heads.Penn2Malt, "none": heads.Unlabelled}[v.labels]
	v.rules, err = heads.Load(v.heads)
	if _, inFile := errors.AsType[*ptb.Error](err); !inFile && errors.Is(err, heads.ErrHeads) {
		return fmt.Errorf("%w: --heads: %w", frame.ErrUsage, err)
	}
	return err
}

// sentence returns the dependencies of a tree in a file. In CoNLL-U the column of UD's tags stays empty.
func (v *converting) sentence(t *ptb.Tree, file string) *conll.Sentence {
	d := heads.Convert(t, v.rules, v.label)
	sentence := &conll.Sentence{Words: make([]conll.Word, len(d.Leaves)), Format: conll.FormatX, File: file, Line: v.reader.Line()}
	for i, leaf := range d.Leaves {
		sentence.Words[i] = conll.Word{
			Form: ptb.Unescape(leaf.Word), UPOS: leaf.Label, XPOS: leaf.Label, Head: d.Heads[i], Deprel: d.Labels[i],
		}
		if v.to == toU {
			sentence.Format, sentence.Words[i].UPOS = conll.FormatU, ""
		}
	}
	return sentence
}
