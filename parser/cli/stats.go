package cli

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/ptb"
)

// counting is the stats command with its flags and what it has counted.
type counting struct {
	env  *Env
	in   input
	top  int
	json bool

	files []fileStats
}

// fileStats are the counts of one file, for one table with others of its kind.
type fileStats interface {
	rows() []row // the first is the title
	lists() []list
}

// row is a row of the table, with the value for one file.
type row struct {
	name  string
	value any
}

// list is a list of the most frequent names of a kind in one file.
type list struct {
	kind string
	conll.Counter
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
	if _, err := conllFormat(n.in.format); err != nil {
		return err
	}
	for _, name := range n.env.filesOf(c) {
		stats, err := n.count(name)
		if err != nil {
			return err
		}
		n.files = append(n.files, stats)
		if fmt.Sprintf("%T", stats) != fmt.Sprintf("%T", n.files[0]) {
			return fmt.Errorf("%w: %s does not go into one table with %s: one has constituents, the other dependencies", errUsage, name, c.Args().First())
		}
	}
	if n.json {
		return writeJSON(n.env.Stdout, n.files)
	}
	return n.print()
}

// count counts one file.
func (n *counting) count(name string) (fileStats, error) {
	f, form, err := n.in.open(name)
	if err != nil {
		return nil, err
	}
	if form == textfile.Brackets && !n.in.latin1 {
		stats := &treeStats{name, ptb.Stats{Labels: conll.Counter{}, Tags: conll.Counter{}}}
		return stats, n.in.treesIn(f).each(adding(stats.Add))
	}
	stats := &sentenceStats{File: name}
	return stats, n.in.sentencesIn(f, form).each(adding(stats.Add))
}

// adding makes add, which cannot fail, look as if it could.
func adding[T any](add func(T)) func(T) error {
	return func(item T) error {
		add(item)
		return nil
	}
}

// nameWidth is the width of the first column, which is flush left while
// tabwriter sets all others flush right.
const nameWidth = 30

// print prints the counts of all files as text.
func (n *counting) print() error {
	w := tabwriter.NewWriter(n.env.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, r := range n.files[0].rows() {
		printRow(w, r.name, n.files, func(s fileStats) any { return s.rows()[i].value })
	}
	for i, l := range n.files[0].lists() {
		fmt.Fprintln(w)
		printRow(w, l.kind, n.files, func(s fileStats) any { return s.rows()[0].value })
		total := conll.Counter{}
		for _, s := range n.files {
			total.Add(s.lists()[i].Counter)
		}
		names := total.Sorted()
		shown := min(len(names), cmp.Or(n.top, len(names)))
		for _, c := range names[:shown] {
			printRow(w, c.Name, n.files, func(s fileStats) any { return s.lists()[i].Counter[c.Name] })
		}
		if left := len(names) - shown; left > 0 {
			fmt.Fprintf(w, "  and %d more\n", left)
		}
	}
	return w.Flush()
}

// printRow prints a name and a value for each file.
func printRow(w io.Writer, name string, files []fileStats, of func(fileStats) any) {
	fmt.Fprintf(w, "%-*s", nameWidth, name)
	for _, s := range files {
		fmt.Fprint(w, "\t", of(s))
	}
	fmt.Fprint(w, "\t\n")
}

// sentenceStats are the counts of one file of dependency trees.
type sentenceStats struct {
	File string `json:"file"`
	conll.Stats
}

func (s *sentenceStats) rows() []row {
	severalRoots := 0
	for roots, sentences := range s.Roots {
		if roots > 1 {
			severalRoots += sentences
		}
	}
	return []row{
		{"treebank", s.File},
		{"sentences", s.Sentences},
		{"words", s.Words},
		{"words per sentence", fmt.Sprintf("%.2f", s.MeanLength())},
		{"longest sentence", s.Longest},
		{"multiword ranges", s.Ranges},
		{"empty nodes", s.EmptyNodes},
		{"sentences with several roots", severalRoots},
		{"sentences with a cycle", s.Cyclic},
		{"words without head", s.Unknown},
		{"non-projective sentences", s.NonProjectiveSentences},
		{"non-projective arcs", s.NonProjectiveArcs},
		{"mean arc length", fmt.Sprintf("%.2f", s.MeanArcLength())},
		{"different labels", len(s.Labels)},
		{"different UPOS", len(s.UPOS)},
		{"different XPOS", len(s.XPOS)},
	}
}

func (s *sentenceStats) lists() []list {
	return []list{{"label", s.Labels}, {"UPOS", s.UPOS}, {"XPOS", s.XPOS}}
}

// treeStats are the counts of one file of constituency trees.
type treeStats struct {
	File string `json:"file"`
	ptb.Stats
}

func (s *treeStats) rows() []row {
	return []row{
		{"treebank", s.File},
		{"trees", s.Trees},
		{"words", s.Words},
		{"words per tree", fmt.Sprintf("%.2f", s.MeanLength())},
		{"longest sentence", s.Longest},
		{"trees without words", s.NoWords},
		{"empty elements", s.EmptyElements},
		{"constituents", s.Constituents},
		{"deepest tree", s.Deepest},
		{"longest unary chain", s.LongestChain},
		{"different labels", len(s.Labels)},
		{"… with function tags", s.FullLabels},
		{"different tags", len(s.Tags)},
	}
}

func (s *treeStats) lists() []list { return []list{{"label", s.Labels}, {"tag", s.Tags}} }
