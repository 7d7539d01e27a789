package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
)

// counting is the stats command with its flags.
type counting struct {
	env  *Env
	in   input
	top  int
	json bool
}

// fileStats are the counts of one file.
type fileStats struct {
	File string `json:"file"`
	conll.Stats
}

func statsCommand(e *Env) *urfave.Command {
	n := &counting{env: e, in: input{env: e}}
	return &urfave.Command{
		Name:        "stats",
		Usage:       "count what is in a treebank",
		UsageText:   "parser stats [flags] [files]",
		Description: "Prints a table with a column for each file.",
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
	var all []*fileStats
	for _, name := range n.env.filesOf(c) {
		s, err := n.file(name)
		if err != nil {
			return err
		}
		all = append(all, s)
	}
	if n.json {
		return writeJSON(n.env.Stdout, all)
	}
	return n.table(all)
}

// file counts one file.
func (n *counting) file(name string) (*fileStats, error) {
	stats := &fileStats{File: name}
	return stats, n.in.sentences([]string{name}).each(stats.Add)
}

// table prints the counts as text.
func (n *counting) table(all []*fileStats) error {
	w := tabwriter.NewWriter(n.env.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	header(w, "treebank", all)
	for _, m := range measures() {
		row(w, m.name, all, m.of)
	}
	n.list(w, "label", all, func(s *fileStats) conll.Counter { return s.Labels })
	n.list(w, "UPOS", all, func(s *fileStats) conll.Counter { return s.UPOS })
	n.list(w, "XPOS", all, func(s *fileStats) conll.Counter { return s.XPOS })
	return w.Flush()
}

// nameWidth is the width of the first column, which is flush left while
// tabwriter sets all others flush right.
const nameWidth = 30

// header prints the names of the files.
func header(w io.Writer, title string, all []*fileStats) {
	row(w, title, all, func(s *fileStats) any { return s.File })
}

// row prints a name and a value for each file.
func row(w io.Writer, name string, all []*fileStats, of func(*fileStats) any) {
	fmt.Fprintf(w, "%-*s", nameWidth, name)
	for _, s := range all {
		fmt.Fprint(w, "\t", of(s))
	}
	fmt.Fprint(w, "\t\n")
}

// measure is a row of the first table.
type measure struct {
	name string
	of   func(*fileStats) any
}

func measures() []measure {
	return []measure{
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

// list prints the most frequent names of a kind over all files.
func (n *counting) list(w io.Writer, kind string, all []*fileStats, of func(*fileStats) conll.Counter) {
	total := conll.Counter{}
	for _, s := range all {
		for _, c := range of(s).Sorted() {
			total[c.Name] += c.N
		}
	}
	names := total.Sorted()
	shown := len(names)
	if n.top > 0 {
		shown = min(shown, n.top)
	}
	fmt.Fprintln(w)
	header(w, kind, all)
	for _, c := range names[:shown] {
		row(w, c.Name, all, func(s *fileStats) any { return of(s)[c.Name] })
	}
	if left := len(names) - shown; left > 0 {
		fmt.Fprintf(w, "  and %d more\n", left)
	}
}
