package cli

import (
	"cmp"
	"fmt"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/ptb"
)

// counting is the stats command with its flags.
type counting struct {
	input
	top  int
	json bool
}

// fileStats are the counts of one file, for one table with others of its kind.
type fileStats struct {
	all   any   // for JSON
	rows  []row // of the table; the first is the title
	lists []list
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
	n := &counting{input: input{env: e}}
	return &urfave.Command{
		Name:      "stats",
		Usage:     "count what is in a treebank",
		UsageText: "parser stats [flags] [files]",
		Description: `Prints a table with a column for each file. The files are CoNLL-X and CoNLL-U, or
else trees in Penn brackets, of which words, constituents and labels are counted
without empty elements and function tags.`,
		Flags: append([]urfave.Flag{
			&urfave.IntFlag{Name: "top", Value: 20, Destination: &n.top, Usage: "list the `N` most frequent labels and tags; 0 lists all", Action: atLeast(0, "--top %d")},
			&urfave.BoolFlag{Name: "json", Destination: &n.json, Usage: "all counts as JSON"},
			n.skipFlag(),
		}, n.flags()...),
		Action: n.run,
	}
}

func (n *counting) run(c *urfave.Context) error {
	var files []fileStats
	var all []any
	for _, name := range n.env.filesOf(c) {
		stats, err := n.count(name)
		if err != nil {
			return err
		}
		if files, all = append(files, stats), append(all, stats.all); len(stats.rows) != len(files[0].rows) {
			return fmt.Errorf("%w: %s does not go into one table with %s: one has constituents, the other dependencies", errUsage, name, c.Args().First())
		}
	}
	if n.json {
		return writeJSON(n.env.Stdout, all)
	}
	w := tabwriter.NewWriter(n.env.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(name string, value func(fileStats) any) {
		const width = 30 // of the names, which are flush left
		fmt.Fprintf(w, "%-*s", width, name)
		for _, s := range files {
			fmt.Fprint(w, "\t", value(s))
		}
		fmt.Fprint(w, "\t\n")
	}
	for i, r := range files[0].rows {
		line(r.name, func(s fileStats) any { return s.rows[i].value })
	}
	for i, l := range files[0].lists {
		fmt.Fprintln(w)
		line(l.kind, func(s fileStats) any { return s.rows[0].value })
		total := conll.Counter{}
		for _, s := range files {
			total.Add(s.lists[i].Counter)
		}
		names := total.Sorted()
		shown := min(len(names), cmp.Or(n.top, len(names)))
		for _, c := range names[:shown] {
			line(c.Name, func(s fileStats) any { return s.lists[i].Counter[c.Name] })
		}
		if left := len(names) - shown; left > 0 {
			fmt.Fprintf(w, "  and %d more\n", left)
		}
	}
	return w.Flush()
}

// count counts what is in one file.
func (n *counting) count(name string) (fileStats, error) {
	f, form, err := n.open(name)
	if err != nil {
		return fileStats{}, err
	}
	if form == textfile.Brackets && !n.latin1 {
		s := ptb.Stats{Labels: conll.Counter{}, Tags: conll.Counter{}}
		err := n.treesIn(f).each(func(t *ptb.Tree) error {
			s.Add(t)
			return nil
		})
		return fileStats{
			struct {
				File string `json:"file"`
				ptb.Stats
			}{name, s},
			[]row{
				{"treebank", name},
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
			},
			[]list{{"label", s.Labels}, {"tag", s.Tags}},
		}, err
	}
	s, severalRoots := conll.Stats{}, 0
	err = n.sentencesIn(f, form).each(func(sentence *conll.Sentence) error {
		s.Add(sentence)
		return nil
	})
	for roots, sentences := range s.Roots {
		if roots > 1 {
			severalRoots += sentences
		}
	}
	return fileStats{
		struct {
			File string `json:"file"`
			conll.Stats
		}{name, s},
		[]row{
			{"treebank", name},
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
		},
		[]list{{"label", s.Labels}, {"UPOS", s.UPOS}, {"XPOS", s.XPOS}},
	}, err
}
