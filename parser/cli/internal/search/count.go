package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/parser/cli/internal/frame"
	"parser/parser/internal/found"
	"parser/parser/query"
)

// counts count combinations of attributes of nodes.
type counts struct {
	header []string
	of     []func(found.Hit) string
	seen   map[string]int // values with tabs between
}

// newCounts reads a list of attributes, each perhaps after the name of a node.
func newCounts(list string, names []string) (*counts, error) {
	c := &counts{seen: map[string]int{}}
	for item := range strings.SplitSeq(list, ",") {
		name, attribute, named := strings.Cut(item, ".")
		if !named || !slices.Contains(names, name) {
			name, attribute = "", item
		}
		of, ok := valueOf(attribute)
		if !ok {
			return nil, fmt.Errorf("%w: --count: %q is neither an attribute (%s; of constituents label, word) nor one of a node with a name",
				frame.ErrUsage, item, strings.Join(query.Attributes(), ", "))
		}
		c.header = append(c.header, item)
		c.of = append(c.of, func(h found.Hit) string {
			if name == "" {
				return of(h, h.Match.Node)
			}
			at := slices.IndexFunc(h.Match.Named, func(n query.Node) bool { return n.Name == name })
			if at < 0 {
				return "_"
			}
			return of(h, h.Match.Named[at])
		})
	}
	return c, nil
}

// valueOf returns what gives an attribute of a node, "_" if it has no value.
func valueOf(name string) (func(found.Hit, query.Node) string, bool) {
	of := query.Attribute(name)
	if of == nil && name != "label" {
		return nil, false
	}
	return func(h found.Hit, n query.Node) string {
		switch {
		case n.Tree != nil && name == "label":
			return n.Label
		case n.Tree != nil && name == "word":
			return found.Text(h.Item, n)
		case n.Tree != nil || of == nil:
			return "_"
		}
		if value, ok := of(h.Item.Sentence, n); ok {
			return value
		}
		return "_"
	}, true
}

func (c *counts) add(h found.Hit) error {
	values := make([]string, len(c.of))
	for i, of := range c.of {
		values[i] = of(h)
	}
	c.seen[strings.Join(values, "\t")]++
	return nil
}

// write writes a table, the most frequent values first.
func (c *counts) write(line func(fields ...string) error) error {
	if err := line(append([]string{"count"}, c.header...)...); err != nil {
		return err
	}
	all := make([]string, 0, len(c.seen))
	for values := range c.seen {
		all = append(all, values)
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(c.seen[b]-c.seen[a], strings.Compare(a, b))
	})
	for _, values := range all {
		if err := line(append([]string{fmt.Sprint(c.seen[values])}, strings.Split(values, "\t")...)...); err != nil {
			return err
		}
	}
	return nil
}
