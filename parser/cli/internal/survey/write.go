package survey

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Write prints a table with a column for each treebank: counts, what the training treebank lacks of
// the others, and the most frequent labels and tags; then what is rare in it, and what only the
// others have. Each list has at most top entries, or all if that is 0.
func (r *Report) Write(to io.Writer, top int) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(name string, value func(*Treebank) any) {
		const width = 30 // of the names, which are flush left
		fmt.Fprintf(w, "%-*s", width, name)
		for _, b := range r.banks {
			fmt.Fprint(w, "\t", value(b))
		}
		fmt.Fprint(w, "\t\n")
	}
	line("treebank", func(b *Treebank) any { return b.File })
	for i, row := range r.banks[0].rows {
		line(row.name, func(b *Treebank) any { return b.rows[i].value })
	}
	if len(r.banks) > 1 {
		fmt.Fprintln(w)
		compared := func(name string, value func(*Comparison) any) {
			line(name, func(b *Treebank) any {
				if b == r.train {
					return "-"
				}
				return value(b.Comparison)
			})
		}
		line("beside the training data", func(b *Treebank) any { return b.File })
		compared("sentences that it has, too", func(c *Comparison) any { return c.Sentences })
		compared("words with unknown forms", func(c *Comparison) any { return c.UnknownWords })
		compared("… in per cent", func(c *Comparison) any { return fmt.Sprintf("%.1f", 100*c.unknownShare) })
		compared("different unknown forms", func(c *Comparison) any { return c.UnknownForms })
		for _, l := range r.train.lists {
			compared("unknown "+plural(l.name), func(c *Comparison) any { return len(c.Missing[l.name]) })
		}
	}
	for i, l := range r.train.lists {
		if l.long {
			continue
		}
		total := Counter{}
		for _, b := range r.banks {
			total.Add(b.lists[i].Counter)
		}
		if len(total) == 0 {
			continue
		}
		fmt.Fprintln(w)
		line(l.name, func(b *Treebank) any { return b.File })
		names, left := most(total, top)
		for _, c := range names {
			line(c.Name, func(b *Treebank) any { return b.lists[i].Counter[c.Name] })
		}
		if left > 0 {
			fmt.Fprintf(w, "  and %d more\n", left)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(to, r.remarks(top))
	return err
}

// plural returns the plural of a list's name; names in capitals have none.
func plural(name string) string {
	if name == strings.ToUpper(name) {
		return name
	}
	return name + "s"
}

// most returns the most frequent names of a list, at most top of them or all if that is 0, and the
// number of the others.
func most(list Counter, top int) (names []Counted, left int) {
	names = list.Sorted()
	shown := min(len(names), cmp.Or(top, len(names)))
	return names[:shown], len(names) - shown
}

// remarks returns a paragraph about labels that a parser will hardly learn: rare ones of the training
// treebank, and those that only the others have.
func (r *Report) remarks(top int) (text string) {
	remark := func(what string, list Counter) {
		if len(list) == 0 {
			return
		}
		var names []string
		some, left := most(list, top)
		for _, c := range some {
			names = append(names, fmt.Sprintf("%s %d", c.Name, c.N))
		}
		if left > 0 {
			names = append(names, fmt.Sprintf("and %d more", left))
		}
		text += fmt.Sprintf("%s: %s\n", what, strings.Join(names, ", "))
	}
	for _, l := range r.train.lists {
		rare := r.train.Rare[l.name]
		remark(fmt.Sprintf("%s fewer than %d times in %s (%d, of them %d once)", plural(l.name), Rare, r.train.File, len(rare), len(rare.Below(2))), rare)
	}
	for _, b := range r.banks {
		if b == r.train {
			continue
		}
		for _, l := range b.lists {
			missing := b.Missing[l.name]
			remark(fmt.Sprintf("%s in %s only (%d)", plural(l.name), b.File, len(missing)), missing)
		}
	}
	if text != "" {
		text = "\n" + text
	}
	return text
}
