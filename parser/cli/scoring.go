package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval"
	"parser/eval/evalb"
	"parser/eval/layout"
	"parser/parser/amr"
	"parser/parser/cli/internal/compare"
	"parser/parser/cli/internal/frame"
	"parser/ptb"
)

// scoring is what eval and compare share: the files to compare, gold first, and what is scored in them.
type scoring struct {
	frame.Input
	param                              string
	keepRoot, punctuation, quiet, json bool
}

const bracketCategory = "Brackets (EVALB)"

// bracketFlags say which brackets are scored.
func (s *scoring) bracketFlags() []urfave.Flag {
	s.param = evalb.DefaultParams
	return frame.Under(bracketCategory,
		frame.Word(&s.param, "param", "what to score: collins, new, nk, or a `FILE` of parameters for EVALB"),
		frame.Switch(&s.keepRoot, "keep-root", "leave the outermost bracket as it is, as EVALB does"))
}

// forBrackets reports whether a flag was given that only brackets need.
func (s *scoring) forBrackets() bool { return s.param != evalb.DefaultParams || s.keepRoot }

// withFiles opens all files for f.
func (s *scoring) withFiles(names []string, f func(files []*textfile.Reader) error) error {
	if i := slices.Index(names, textfile.StdinName); slices.Contains(names[i+1:], textfile.StdinName) {
		return fmt.Errorf("%w: only one of the files can be the standard input", frame.ErrUsage)
	}
	files := make([]*textfile.Reader, len(names))
	for i, name := range names {
		file, _, err := s.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		files[i] = file
	}
	if err := someEmpty(files); err != nil {
		return err
	}
	return f(files)
}

// someEmpty says that a file is empty, unless all are.
func someEmpty(files []*textfile.Reader) error {
	empty, of := 0, ""
	for _, f := range files {
		_, _ = f.Peek(1) // the next read returns the error again
		if start, _ := f.Peek(f.Buffered()); len(bytes.TrimSpace(start)) == 0 {
			empty, of = empty+1, f.Name
		}
	}
	if empty == 0 || empty == len(files) {
		return nil
	}
	return fmt.Errorf("%s: the file is empty", of)
}

// print prints a report as JSON or as text, whole or in short.
func (s *scoring) print(report any, whole, short func(io.Writer) error) error {
	switch {
	case s.json:
		return frame.WriteJSON(s.Env.Stdout, report)
	case s.quiet:
		return short(s.Env.Stdout)
	}
	return whole(s.Env.Stdout)
}

// sentences returns what reads the sentences of each file, with one tree each; those of gold, the first file, can have all
// trees of annotators.
func (s *scoring) sentences(files []*textfile.Reader, annotated bool) []func() (*conll.Sentence, error) {
	sources := make([]func() (*conll.Sentence, error), len(files))
	for i, file := range files {
		source := s.TreebankIn(file, s.Format)
		source.First, source.Annotated = true, annotated && i == 0
		sources[i] = sentencesOf(source.Read)
	}
	return sources
}

// bracketed are files of constituency trees.
type bracketed struct {
	byLine    bool
	sentences [][]evalb.Entry // of each file an entry
	roots     []int           // of each file, how many entries have another root than TOP now
}

// brackets reads files of trees whole, and says what makes the numbers differ from EVALB's.
func (s *scoring) brackets(p evalb.Params, files []*textfile.Reader) (b bracketed, err error) {
	places, texts := make([]string, len(files)), make([][]byte, len(files))
	for i, file := range files {
		places[i] = file.Name
		if texts[i], err = file.Whole(textfile.MaxWhole); err != nil {
			return b, err
		}
	}
	if b.sentences, b.byLine, err = evalb.Entries(places, texts); err != nil {
		return b, err
	}
	b.roots = make([]int, len(files))
	if s.keepRoot {
		return b, nil
	}
	changed := 0
	for _, sentence := range b.sentences {
		for i, e := range sentence {
			other := eval.One(e.UnifyRoot())
			b.roots[i] += other
			changed += other
		}
	}
	if gold := b.roots[0]; changed > 0 {
		s.Env.Say("the outermost bracket counts as %s in %s and in %s, where it was another one (--keep-root leaves it as it is)",
			ptb.TopLabel, layout.Count(gold, "gold tree"), layout.Count(changed-gold, "system tree"))
	}
	if !slices.Contains(p.Delete, ptb.TopLabel) {
		s.Env.Say("the parameters %s do not delete %s: one easy bracket per sentence is scored", s.param, ptb.TopLabel)
	}
	return b, nil
}

// bracketParams returns built-in parameters or those in a file.
func (s *scoring) bracketParams() (evalb.Params, error) {
	params, err := evalb.NamedParams(s.param)
	if !errors.Is(err, evalb.ErrParamsName) {
		return params, err
	}
	file, err := os.Open(s.param)
	if err != nil {
		return evalb.Params{}, err
	}
	defer file.Close()
	return evalb.ParseParams(file, s.param)
}

// together calls do with the graphs of all files that belong together.
func together(files []*textfile.Reader, do func(gold *amr.Graph, systems []*amr.Graph)) error {
	sources := make([]func() (*amr.Graph, error), len(files))
	for i, file := range files {
		sources[i] = amr.NewReader(file, file.Name).Read
	}
	return compare.GraphsOf(sources, do)
}
