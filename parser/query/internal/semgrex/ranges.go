package semgrex

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
)

// ranges returns the lines of multiword tokens at their new places. A token that loses a word is one no more, one whose words
// are merged is a word, and a word that is cut into what does not spell it is a token. Places in the text go along.
func (r *shape) ranges() (all []conll.Extra, err error) {
	tokens, err := r.s.Tokens()
	if err != nil {
		return nil, err
	}
	r.mergeRanges()
	inside := map[*split]bool{}
	for _, t := range tokens {
		if !t.Multiword {
			continue
		}
		members := r.membersOf(t)
		if err := r.closed(t, members); err != nil {
			return nil, err
		}
		kept := slices.DeleteFunc(slices.Clone(members), func(n int) bool { return r.g.Nodes[n].gone })
		removed := slices.ContainsFunc(members, func(n int) bool { return r.g.Nodes[n].gone && r.g.Nodes[n].into == gone })
		for _, n := range kept {
			inside[r.g.Nodes[n].split] = true
		}
		switch {
		case removed: // or all of them
		case len(kept) == 1 && len(members) > 1:
			r.becomesWord(t, kept[0])
		default:
			all = append(all, r.line(kept, t.Form, t.Misc))
		}
	}
	for i := 0; i < len(r.words); {
		whole, end := r.g.Nodes[r.words[i]].split, i+1
		for end < len(r.words) && whole != nil && r.g.Nodes[r.words[end]].split == whole {
			end++
		}
		if pieces := r.words[i:end]; whole != nil && !inside[whole] {
			inside[whole] = true
			if whole.spelled {
				r.spellOut(whole, pieces)
			} else {
				for _, n := range pieces {
					w := r.g.Nodes[n].Word
					w.Misc = withoutMisc(w.Misc, ofText...)
				}
				all = append(all, r.line(pieces, whole.form, onlyText(whole.misc)))
			}
		}
		i = end
	}
	slices.SortFunc(all, func(a, b conll.Extra) int { return a.Before - b.Before })
	return all, nil
}

// line returns the line of a multiword token of some words.
func (r *shape) line(words []int, form, misc string) conll.Extra {
	first, last := r.number[words[0]], r.number[words[len(words)-1]]
	return conll.Extra{Before: first - 1, Text: fmt.Sprintf("%d-%d\t%s%s\t%s", first, last, form, strings.Repeat("\t_", 7), misc)}
}

// membersOf returns the words of a multiword token, with those that are gone and those that were added among them.
func (r *shape) membersOf(t conll.Token) (all []int) {
	from, to := r.g.place(r.nodeOf[t.First+1]), r.g.place(r.nodeOf[t.End])
	whole := r.g.Nodes[r.g.order[from]].split
	for whole != nil && from > 0 && r.g.Nodes[r.g.order[from-1]].split == whole {
		from--
	}
	whole = r.g.Nodes[r.g.order[to]].split
	for whole != nil && to+1 < len(r.g.order) && r.g.Nodes[r.g.order[to+1]].split == whole {
		to++
	}
	for _, node := range r.g.order[from : to+1] {
		if r.g.isWord(node) {
			all = append(all, node)
		}
	}
	return all
}

// closed refuses words that are put into a multiword token, and those that are merged with others out of it.
func (r *shape) closed(t conll.Token, members []int) error {
	at := r.s.ErrorAt
	for _, n := range members {
		if node := &r.g.Nodes[n]; node.added != nil && node.split == nil && !node.gone {
			return at(t.First, fmt.Errorf("%q would stand in the multiword token %q", node.Word.Form, t.Form))
		}
	}
	for n := range r.g.Nodes {
		if node := &r.g.Nodes[n]; node.gone && node.into != gone && slices.Contains(members, n) != slices.Contains(members, r.g.intoOf(n)) {
			return at(t.First, fmt.Errorf("%q would be in the multiword token %q and in another word", node.Word.Form, t.Form))
		}
	}
	return nil
}

// becomesWord makes a word of a multiword token, whose words were merged.
func (r *shape) becomesWord(t conll.Token, node int) {
	n := &r.g.Nodes[node]
	if n.joined {
		n.Word.Form = t.Form
	}
	misc := withoutMisc(n.Word.Misc, ofText...)
	switch text := onlyText(t.Misc); {
	case !conll.Filled(misc):
		n.Word.Misc = text
	case conll.Filled(text):
		n.Word.Misc = misc + "|" + text
	}
}

// mergeRanges gives words that others were merged into the place of all of them in the text.
func (r *shape) mergeRanges() {
	parts := map[int][]int{}
	for _, node := range r.g.order {
		if n := &r.g.Nodes[node]; !n.gone || n.into != gone {
			head := r.g.intoOf(node)
			parts[head] = append(parts[head], node)
		}
	}
	for head, nodes := range parts {
		if len(nodes) < 2 || r.g.Nodes[head].gone {
			continue
		}
		start, _, ok1 := tokenRange(r.g.Nodes[nodes[0]].Word.Misc)
		_, end, ok2 := tokenRange(r.g.Nodes[nodes[len(nodes)-1]].Word.Misc)
		w := r.g.Nodes[head].Word
		if ok1 && ok2 {
			w.Misc = withRange(w.Misc, start, end)
		} else {
			w.Misc = withoutMisc(w.Misc, "TokenRange")
		}
	}
}

// spellOut gives the pieces that spell a word their places in the text.
func (r *shape) spellOut(whole *split, pieces []int) {
	start, end, known := tokenRange(whole.misc)
	unit := unitOf(whole.form, end-start)
	for i, piece := range pieces {
		w := r.g.Nodes[piece].Word
		misc := withoutMisc(w.Misc, ofText...)
		if i == len(pieces)-1 {
			if text := withoutMisc(onlyText(whole.misc), "TokenRange"); conll.Filled(text) {
				misc = strings.TrimPrefix(misc+"|"+text, "_|")
			}
		} else {
			misc = withSpace(misc, false)
		}
		if known && unit != nil {
			misc = withRange(misc, start, start+unit(w.Form))
			start += unit(w.Form)
		}
		w.Misc = misc
	}
}
