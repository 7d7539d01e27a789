package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/eval/evalb"
	"parser/ptb"
)

// bracketRows shows the stretches of words over which not all systems have the
// brackets of the gold tree, from left to right and the longest first.
func bracketRows(judged []*evalb.Matching) (rows []ExampleRow) {
	items := map[ptb.Span]string{}
	var gold, system []spanLabels
	for _, j := range judged {
		gold, system = append(gold, labelsOver(j.Gold)), append(system, labelsOver(j.System))
		for _, b := range slices.Concat(j.Gold, j.System) {
			items[unlabelled(b)] = stretch(j.Words, b)
		}
	}
	for _, over := range sortedSpans(items) {
		row, wrong := ExampleRow{Item: items[over], Gold: gold[0].over(over)}, false
		for i := range judged {
			cell := Right
			if system[i].over(over) != gold[i].over(over) {
				cell, wrong = system[i].over(over), true
			}
			row.Systems = append(row.Systems, cell)
		}
		if wrong {
			rows = append(rows, row)
		}
	}
	return rows
}

// spanLabels are the labels of the brackets over the same words, the outermost
// first.
type spanLabels map[ptb.Span][]string

func labelsOver(brackets []ptb.Span) spanLabels {
	labels := spanLabels{}
	for _, b := range brackets {
		labels[unlabelled(b)] = append(labels[unlabelled(b)], b.Label)
	}
	return labels
}

func (l spanLabels) over(words ptb.Span) string {
	if len(l[words]) == 0 {
		return Nothing
	}
	return strings.Join(l[words], " ")
}

func sortedSpans(items map[ptb.Span]string) []ptb.Span {
	spans := make([]ptb.Span, 0, len(items))
	for over := range items {
		spans = append(spans, over)
	}
	slices.SortFunc(spans, func(x, y ptb.Span) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End))
	})
	return spans
}

// stretchWords is how many words of a stretch are shown at most.
const stretchWords = 4

// stretch shows the words that a bracket covers, counted from 1 as those of
// dependencies; deleted ones are not counted.
func stretch(words []*ptb.Tree, b ptb.Span) string {
	list := []string{}
	for _, leaf := range words[b.Start:b.End] {
		list = append(list, leaf.Word)
	}
	if len(list) > stretchWords {
		list = append(list[:stretchWords-1:stretchWords-1], "…", list[len(list)-1])
	}
	if b.End == b.Start+1 {
		return fmt.Sprint(b.End, " ", list[0])
	}
	return fmt.Sprint(b.Start+1, "-", b.End, " ", strings.Join(list, " "))
}
