package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
)

// counting is the stats command with its flags and what it has counted.
type counting struct {
	env  *Env
	in   input
	top  int
	json bool

	sentences []*fileStats
	trees     []*treeStats
}

// fileStats are the counts of one file of dependency trees.
type fileStats struct {
	File string `json:"file"`
	conll.Stats
}

func statsCommand(e *Env) *urfave.Command {
	n := &counting{env: e, in: input{env: e}}
	return &urfave.Command{
		Name:      "stats",
		Usage:     "count what is in a treebank",
		UsageText: "parser stats [flags] [files]",
		Description: `Prints a table with a column for each file. The files are CoNLL-X and CoNLL-U, or
else trees in Penn brackets, of which words, constituents and labels are counted
without empty elements and function tags.`,
		Flags: append([]urfave.Flag{
			&urfave.IntFlag{Name: "top", Value: 20, Destination: &n.top, Usage: "list the `N` most frequent labels and tags; 0 lists all"},
			&urfave.BoolFlag{Name: "json", Destination: &n.json, Usage: "all counts as JSON"},
			n.in.skipFlag(),
		}, n.in.flags()...),
		Action: n.run,
	}
}

func (n *counting) run(c *urfave.Context) error {
	if n.top < 0 {
		return fmt.Errorf("%w: --top %d", errUsage, n.top)
	}
	if _, err := parseFormat(n.in.format); err != nil {
		return err
	}
	for _, name := range n.env.filesOf(c) {
		if err := n.file(name); err != nil {
			return err
		}
		if len(n.sentences) > 0 && len(n.trees) > 0 {
			return fmt.Errorf("%w: %s does not go into one table with %s: one has constituents, the other dependencies", errUsage, name, c.Args().First())
		}
	}
	if len(n.trees) > 0 {
		return report(n, n.trees, treeTable())
	}
	return report(n, n.sentences, sentenceTable())
}

// file counts one file.
func (n *counting) file(name string) error {
	f, form, err := n.in.lookInto(name)
	if err != nil {
		return err
	}
	if form == formBrackets && !n.in.latin1 {
		stats := newTreeStats(name)
		n.trees = append(n.trees, stats)
		return n.in.treesIn(f, name).each(stats.add)
	}
	stats := &fileStats{File: name}
	n.sentences = append(n.sentences, stats)
	return n.in.sentencesIn(f, name, form).each(stats.Add)
}

// nameWidth is the width of the first column, which is flush left while
// tabwriter sets all others flush right.
const nameWidth = 30

// table says what is printed of counts S.
type table[S any] struct {
	measures []measure[S] // the first is the title
	lists    []list[S]
}

// measure is a row with a value for each file.
type measure[S any] struct {
	name string
	of   func(S) any
}

// list is a list of the most frequent names of a kind.
type list[S any] struct {
	kind string
	of   func(S) conll.Counter
}

// report prints the counts of all files as text or as JSON.
func report[S any](n *counting, all []S, t table[S]) error {
	if n.json {
		return writeJSON(n.env.Stdout, all)
	}
	w := tabwriter.NewWriter(n.env.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, m := range t.measures {
		row(w, m.name, all, m.of)
	}
	for _, l := range t.lists {
		fmt.Fprintln(w)
		row(w, l.kind, all, t.measures[0].of)
		frequent(w, n.top, all, l.of)
	}
	return w.Flush()
}

// row prints a name and a value for each file.
func row[S any](w io.Writer, name string, all []S, of func(S) any) {
	fmt.Fprintf(w, "%-*s", nameWidth, name)
	for _, s := range all {
		fmt.Fprint(w, "\t", of(s))
	}
	fmt.Fprint(w, "\t\n")
}

// frequent prints the names that are most frequent over all files, all if top is 0.
func frequent[S any](w io.Writer, top int, all []S, of func(S) conll.Counter) {
	total := conll.Counter{}
	for _, s := range all {
		for _, c := range of(s).Sorted() {
			total[c.Name] += c.N
		}
	}
	names := total.Sorted()
	shown := len(names)
	if top > 0 {
		shown = min(shown, top)
	}
	for _, c := range names[:shown] {
		row(w, c.Name, all, func(s S) any { return of(s)[c.Name] })
	}
	if left := len(names) - shown; left > 0 {
		fmt.Fprintf(w, "  and %d more\n", left)
	}
}

func sentenceTable() table[*fileStats] {
	return table[*fileStats]{
		[]measure[*fileStats]{
			{"treebank", func(s *fileStats) any { return s.File }},
			{"sentences", func(s *fileStats) any { return s.Sentences }},
			{"words", func(s *fileStats) any { return s.Words }},
			{"words per sentence", func(s *fileStats) any { return fmt.Sprintf("%.2f", s.MeanLength()) }},
			{"longest sentence", func(s *fileStats) any { return s.Longest }},
			{"multiword ranges", func(s *fileStats) any { return s.Ranges }},
			{"empty nodes", func(s *fileStats) any { return s.EmptyNodes }},
			{"sentences with several roots", func(s *fileStats) any { return s.severalRoots() }},
			{"sentences with a cycle", func(s *fileStats) any { return s.Cyclic }},
			{"words without head", func(s *fileStats) any { return s.Unknown }},
			{"non-projective sentences", func(s *fileStats) any { return s.NonProjectiveSentences }},
			{"non-projective arcs", func(s *fileStats) any { return s.NonProjectiveArcs }},
			{"mean arc length", func(s *fileStats) any { return fmt.Sprintf("%.2f", s.MeanArcLength()) }},
			{"different labels", func(s *fileStats) any { return len(s.Labels) }},
			{"different UPOS", func(s *fileStats) any { return len(s.UPOS) }},
			{"different XPOS", func(s *fileStats) any { return len(s.XPOS) }},
		},
		[]list[*fileStats]{
			{"label", func(s *fileStats) conll.Counter { return s.Labels }},
			{"UPOS", func(s *fileStats) conll.Counter { return s.UPOS }},
			{"XPOS", func(s *fileStats) conll.Counter { return s.XPOS }},
		},
	}
}

// severalRoots counts the sentences with more than one word attached to ROOT.
func (s *fileStats) severalRoots() int {
	n := 0
	for roots, sentences := range s.Roots {
		if roots > 1 {
			n += sentences
		}
	}
	return n
}
