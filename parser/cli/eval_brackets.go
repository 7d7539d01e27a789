package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/eval"
	"parser/eval/evalb"
	"parser/ptb"
)

// bracketing is eval --bracket with its flags.
type bracketing struct {
	env      *Env
	on       bool
	param    string
	keepRoot bool
	labels   bool
}

const bracketDescription = `With --bracket it compares constituency trees as EVALB does. Where both files have
one entry a line, lines are paired, as in EVALB: a blank line is a sentence without
a parse, and several trees on a line are one sentence. Where a tree has several
lines, trees are paired, whatever the lines. The outermost bracket, ROOT or "( " as
well as TOP, counts as TOP on both sides, which the usual parameters do not score;
EVALB would score some of them. Sentences that cannot be scored are left out, as
EVALB does, and then summed up once more as if all their brackets were missed.

Of empty elements the usual parameters know -NONE- only; those of other treebanks,
such as 0 and *T*-1, are removed by "parser convert --to brackets --steps empties".`

const bracketCategory = "Brackets (EVALB)"

func (b *bracketing) flags() []urfave.Flag {
	return append([]urfave.Flag{
		&urfave.BoolFlag{Category: bracketCategory, Name: "bracket", Destination: &b.on, Usage: "compare constituency trees"},
		&urfave.BoolFlag{Category: bracketCategory, Name: "labels", Destination: &b.labels, Usage: "also recall, precision and F-measure per label"},
	}, b.scoringFlags()...)
}

// scoringFlags say what is scored.
func (b *bracketing) scoringFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Category: bracketCategory, Name: "param", Value: evalb.DefaultParams, Destination: &b.param, Usage: "what to score: collins, new, nk, or a `FILE` of parameters for EVALB"},
		&urfave.BoolFlag{Category: bracketCategory, Name: "keep-root", Destination: &b.keepRoot, Usage: "leave the outermost bracket as it is, as EVALB does"},
	}
}

// given reports whether a flag was given that needs --bracket.
func (b *bracketing) given() bool {
	return b.param != evalb.DefaultParams || b.keepRoot || b.labels
}

// bracketReport is what eval --bracket prints as JSON.
type bracketReport struct {
	Gold        string `json:"gold"`
	System      string `json:"system"`
	Parameters  string `json:"parameters"`
	ByLine      bool   `json:"paired_by_line"`
	GoldRoots   int    `json:"gold_roots_changed"`
	SystemRoots int    `json:"system_roots_changed"`
	*evalb.Report
}

func (b *bracketing) run(goldName, systemName string, quiet, asJSON bool) error {
	if goldName == stdinName && systemName == stdinName {
		return fmt.Errorf("%w: only one of the two can be the standard input", errUsage)
	}
	params, err := b.params()
	if err != nil {
		return err
	}
	gold, system, byLine, err := b.read(goldName, systemName)
	if err != nil {
		return err
	}
	r := bracketReport{Gold: goldName, System: systemName, Parameters: b.param, ByLine: byLine}
	if !b.keepRoot {
		r.GoldRoots, r.SystemRoots = unifyRoots(gold), unifyRoots(system)
	}
	b.sayRoots(r.GoldRoots, r.SystemRoots, params)
	r.Report = b.score(gold, system, params)
	if asJSON {
		return writeJSON(b.env.Stdout, r)
	}
	return b.print(r.Report, quiet)
}

// params returns built-in parameters or those in a file.
func (b *bracketing) params() (evalb.Params, error) {
	params, err := evalb.NamedParams(b.param)
	if !errors.Is(err, evalb.ErrParamsName) {
		return params, err
	}
	file, err := os.Open(b.param)
	if err != nil {
		return evalb.Params{}, err
	}
	defer file.Close()
	return evalb.ParseParams(file, b.param)
}

// entry is what is compared: a line or a tree.
type entry struct {
	trees []*ptb.Tree
	place string // file:line
}

// read reads both files.
func (b *bracketing) read(goldName, systemName string) (gold, system []entry, byLine bool, err error) {
	goldText, err := b.readFile(goldName)
	if err != nil {
		return nil, nil, false, err
	}
	systemText, err := b.readFile(systemName)
	if err != nil {
		return nil, nil, false, err
	}
	files, byLine, err := alignedEntries([]string{goldName, systemName}, [][]byte{goldText, systemText})
	if err != nil {
		return nil, nil, false, err
	}
	return files[0], files[1], byLine, nil
}

// alignedEntries returns the entries of a gold file and of those of systems, as
// many of each. It needs the files whole, since only the last line tells that all
// of them are entries of their own.
func alignedEntries(names []string, texts [][]byte) (files [][]entry, byLine bool, err error) {
	for _, byLine = range []bool{true, false} {
		files = nil
		for i, text := range texts {
			var list []entry
			if list, err = entries(text, names[i], byLine); err != nil {
				break
			}
			files = append(files, list)
		}
		if !errors.Is(err, ptb.ErrUnbalanced) {
			break
		}
	}
	if err != nil {
		return nil, false, err
	}
	shortest := len(files[0])
	for _, list := range files {
		shortest = min(shortest, len(list))
	}
	for i, list := range files {
		if files[i] = trimmed(list, shortest); len(files[i]) != len(files[0]) {
			return nil, false, fmt.Errorf("%w: %d in %s, %d in %s", eval.ErrSentenceCount, len(files[0]), names[0], len(files[i]), names[i])
		}
	}
	if len(files[0]) == 0 {
		return nil, false, fmt.Errorf("%s: no trees", names[0])
	}
	return files, byLine, nil
}

func (b *bracketing) readFile(name string) ([]byte, error) {
	if name == stdinName {
		return io.ReadAll(b.env.Stdin)
	}
	return os.ReadFile(name)
}

// entries reads a file line by line or tree by tree.
func entries(text []byte, name string, byLine bool) ([]entry, error) {
	if name == stdinName {
		name = "stdin"
	}
	var list []entry
	r := ptb.NewReader(bytes.NewReader(text), name)
	r.Lines = byLine
	for t, err := range r.All() {
		if err != nil {
			return nil, err
		}
		e := entry{[]*ptb.Tree{t}, fmt.Sprintf("%s:%d", name, r.Line())}
		// The reader puts the trees of a line under one node. A line "( (A …) (B …))"
		// looks the same, and counts as two trees too: its outermost bracket, which
		// EVALB would score, is not scored even if roots are kept.
		if byLine && t.Label == "" && len(t.Children) != 1 {
			e.trees = t.Children
		}
		list = append(list, e)
	}
	return list, nil
}

// trimmed leaves out blank lines at the end that the other side has not got.
func trimmed(list []entry, other int) []entry {
	for len(list) > other && len(list[len(list)-1].trees) == 0 {
		list = list[:len(list)-1]
	}
	return list
}

// unifyRoots makes TOP the outermost bracket of every tree and returns the
// number of entries in which there was another one.
func unifyRoots(list []entry) (changed int) {
	for i := range list {
		trees, other := list[i].trees, false
		for j, t := range trees {
			trees[j] = ptb.Steps{Root: true}.Apply(t)
			other = other || !trees[j].Equal(t) && !slices.ContainsFunc(trees[j].Children, t.Equal)
		}
		if other {
			changed++
		}
	}
	return changed
}

// sayRoots says what makes the numbers differ from EVALB's.
func (b *bracketing) sayRoots(gold, system int, params evalb.Params) {
	if gold+system > 0 {
		b.env.say("the outermost bracket counts as %s in %s and in %s, where it was another one (--keep-root leaves it as it is)",
			ptb.TopLabel, count(gold, "gold tree"), count(system, "system tree"))
	}
	if !b.keepRoot && !slices.Contains(params.Delete, ptb.TopLabel) {
		b.env.say("the parameters %s do not delete %s: one easy bracket per sentence is scored", b.param, ptb.TopLabel)
	}
}

// score compares pair by pair and says which could not be scored.
func (b *bracketing) score(gold, system []entry, params evalb.Params) *evalb.Report {
	scorer, failed := evalb.NewScorer(params), 0
	for i := range gold {
		s := scorer.AddLine(gold[i].trees, system[i].trees)
		if s.Err == nil {
			continue
		}
		if failed++; failed <= maxSkipMessages {
			b.env.say("not scored: %s, %s: %v", gold[i].place, system[i].place, s.Err)
		}
	}
	if failed > maxSkipMessages {
		b.env.say("not scored: %s in all", count(failed, "sentence"))
	}
	return scorer.Report()
}

func (b *bracketing) print(r *evalb.Report, quiet bool) error {
	write := r.Write
	if quiet {
		write = r.WriteSummary
	}
	if err := write(b.env.Stdout); err != nil || !b.labels {
		return err
	}
	return r.WriteLabels(b.env.Stdout)
}
