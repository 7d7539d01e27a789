package neural

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parser/conll"
	"parser/model/npz"
)

// combinations are the combinations of values that words of the training data have: the number of one value of each
// tagset, sorted; nil if there are fewer than two tagsets. Each tagset is predicted by itself, so without
// combinations a word may become, say, a verb with the tag of a noun.
type combinations [][]int32

// combinationsOf returns those of the treebank and those known before, of the first values of the tagsets. For a silent
// tagset the words of the treebank have each value that known combinations with the same value of another tagset, the
// first that is not silent, have; or any known value where no combination has that one.
func combinationsOf(all []*tagset, sentences iter.Seq[[]conll.Word], known combinations) (c combinations) {
	if len(all) < 2 {
		return nil
	}
	seen := map[string][]int32{}
	for _, row := range known {
		seen[fmt.Sprint(row)] = row
	}
	first := slices.IndexFunc(all, func(t *tagset) bool { return !t.silent })
	for words := range sentences {
		for i := range words {
			row, whole := make([]int32, len(all)), first >= 0
			for k, t := range all {
				n, ok := t.rows[t.value(&words[i])]
				if t.silent {
					n, ok = anyValue, true
				}
				row[k], whole = n, whole && ok
			}
			if whole {
				seen[fmt.Sprint(row)] = row
			}
		}
	}
	for key, row := range maps.Clone(seen) {
		if !slices.Contains(row, anyValue) {
			continue
		}
		delete(seen, key)
		alike := slices.DeleteFunc(slices.Clone(known), func(other []int32) bool { return other[first] != row[first] })
		if len(alike) == 0 {
			alike = known
		}
		for _, other := range alike {
			full := slices.Clone(row)
			for k := range full {
				if full[k] == anyValue {
					full[k] = other[k]
				}
			}
			seen[fmt.Sprint(full)] = full
		}
	}
	return slices.SortedFunc(maps.Values(seen), slices.Compare)
}

// best returns the most probable combination that has the given values, or nil if there is no such combination. Its
// probability is the product of the probabilities of its values, which are listed by tagset. Most often the most
// probable value of each tagset by itself, alone, already forms a combination.
func (c combinations) best(given, alone []int32, probabilities [][]float32) (best []int32) {
	if i, ok := slices.BinarySearchFunc(c, alone, slices.Compare[[]int32]); ok {
		return c[i]
	}
	highest := -1.0
next:
	for _, row := range c {
		p := 1.0
		for k, value := range row {
			if given[k] == anyValue {
				p *= float64(probabilities[k][value])
			} else if given[k] != value {
				continue next
			}
		}
		if p > highest {
			highest, best = p, row
		}
	}
	return best
}

// anyValue stands for a value that is not given, otherValue for a given one that the tagset does not have.
const anyValue, otherValue = -1, -2

const togetherEntry = "tags/together"

// entry holds the combinations in a model file, a line for each.
func (c combinations) entry(prefix string) npz.Entry {
	var b strings.Builder
	for _, row := range c {
		b.WriteString(strings.Trim(fmt.Sprint(row), "[]") + "\n")
	}
	return npz.Text(prefix+togetherEntry, b.String())
}

func loadCombinations(arrays *npz.Arrays, prefix string, all []*tagset) (c combinations, err error) {
	text, err := npz.Array[byte](arrays, prefix+togetherEntry)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		row := make([]int32, len(all))
		for k := range min(len(row), len(fields)) {
			n, bad := strconv.ParseInt(fields[k], 10, 32)
			if bad == nil && (n < 0 || int(n) >= len(all[k].values)) {
				bad = strconv.ErrRange
			}
			row[k], err = int32(n), cmp.Or(err, bad)
		}
		if c = append(c, row); err != nil || len(fields) != len(row) {
			return nil, fmt.Errorf("%w: combination %q of %d columns", npz.ErrFile, strings.TrimSpace(line), len(row))
		}
	}
	return c, nil
}
