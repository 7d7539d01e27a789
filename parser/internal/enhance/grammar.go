package enhance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parser/conll"
	"parser/model"
	"parser/model/kernel"
	"parser/model/npz"
)

// grammar is what a treebank enhances and how, apart from the choice in each place.
type grammar struct {
	// Markers are the classes of decisions on labels: names of markers. Marked has, for each relation without subtype,
	// those that the treebank adds to it; relations with none but "" are missing.
	Markers []string
	Marked  map[string][]model.Class
	// Spellings are those of phrases that the treebank spells otherwise: "vs." is "versus".
	Spellings map[string]string
	// Rules are the classes of decisions on edges: names of rules, see rule. Paths has those that the treebank applies
	// along each path, the commonest first; the first class, no edge, is missing.
	Rules []string
	Paths map[string][]model.Class

	rules   []rule
	marking map[string]bool // relations of words in markers
	numbers map[string]int  // of the relations on paths, from 1 on
	trie    *trie
}

// A path leads from a word to the head of an edge: up from the word to the node above both, and down to the head. Its
// name has the relations, without subtypes, of the nodes on it: "nsubj<conj<" of "nsubj" up and "conj" up, "nsubj<xcomp>"
// of "nsubj" up and "xcomp" down. The name of a basic edge has the relation of the head, too: "nsubj<=acl".

// Bounds of paths, far beyond those of treebanks.
const maxUp, maxDown = 4, 3

// trie finds paths by their steps.
type trie struct {
	next []*trie // by the step
	path *path   // that ends here; nil if no path does
}

// A step is numbered by its kind and the relation.
const (
	upwards   = iota // from a node with the relation
	downwards        // to one
	headed           // the head of a basic edge has it
	stepKinds
)

// step returns what comes after a step from or to a node; nil if no path has it.
func (t *trie) step(kind, relation int) *trie {
	if at := relation*stepKinds + kind; relation > 0 && at < len(t.next) {
		return t.next[at]
	}
	return nil
}

// path is one along which a treebank has edges.
type path struct {
	hash  uint64
	rules []model.Class
}

// rule says how the relation of an edge is found. By its name:
//
//	up0, up1 …      the label of the word, of its head …, as its own edge has it, with markers
//	down0, down1 …  that of the first node on the way down …
//	referring       that of the word that refers to this one, such as a relative pronoun, as its own edge would have it
//	bare/up0 …      the same without markers
//	up0>nsubj …     the path of that label and these relations, through empty nodes
//	=nsubj:xsubj    this relation
type rule struct {
	bare  bool
	place string // "up", "down", "referring"; "" for a text
	at    int
	text  string // this relation, or what follows a label
}

const noEdge = "-" // the first rule

func parseRule(name string) (r rule, ok bool) {
	if text, is := strings.CutPrefix(name, literal); is {
		return rule{text: text}, text != ""
	}
	name, r.bare = strings.CutPrefix(name, "bare/")
	if at := strings.Index(name, conll.PathSeparator); at >= 0 {
		name, r.text = name[:at], name[at:]
	}
	if name == "referring" {
		r.place = name
		return r, true
	}
	r.place = strings.TrimRight(name, "0123456789")
	at, err := strconv.Atoi(name[len(r.place):])
	r.at = at
	return r, err == nil && (r.place == "up" && at < maxUp || r.place == "down" && at < maxDown)
}

// prepare makes what is not in a file. It refuses what cannot have been learned.
func (g *grammar) prepare() error {
	if len(g.Markers) == 0 || g.Markers[0] != "" || len(g.Rules) == 0 || g.Rules[0] != noEdge {
		return fmt.Errorf("%w: a grammar of enhanced dependencies without its first classes", npz.ErrFile)
	}
	within := func(classes []model.Class, n int) bool {
		return len(classes) > 0 && !slices.ContainsFunc(classes, func(k model.Class) bool { return k < 0 || int(k) >= n })
	}
	g.rules = []rule{{}}
	for _, name := range g.Rules[1:] {
		r, ok := parseRule(name)
		if !ok {
			return fmt.Errorf("%w: no rule %q of enhanced dependencies", npz.ErrFile, name)
		}
		g.rules = append(g.rules, r)
	}
	for relation, classes := range g.Marked {
		if !within(classes, len(g.Markers)) {
			return fmt.Errorf("%w: markers of %s", npz.ErrFile, relation)
		}
	}
	g.marking = map[string]bool{}
	for _, name := range g.Markers {
		for part := range strings.SplitSeq(name, "+") {
			relation, _, _ := strings.Cut(part, "/")
			g.marking[relation] = true
		}
	}
	g.trie, g.numbers = new(trie), map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(g.Paths)) {
		if !within(g.Paths[name], len(g.Rules)) {
			return fmt.Errorf("%w: rules of the path %s", npz.ErrFile, name)
		}
		at := g.trie
		for rest := name; rest != ""; {
			kind, relation := headed, strings.TrimPrefix(rest, headStep)
			if end := strings.IndexAny(rest, "<>"); end >= 0 && !strings.HasPrefix(rest, headStep) {
				kind, relation = upwards, rest[:end]
				if rest[end] == '>' {
					kind = downwards
				}
				rest = rest[end+1:]
			} else {
				rest = ""
			}
			if g.numbers[relation] == 0 {
				g.numbers[relation] = len(g.numbers) + 1
			}
			at = at.add(kind, g.numbers[relation])
		}
		at.path = &path{kernel.MixOne(hash(name), 1), g.Paths[name]}
	}
	return nil
}

// headStep begins the last step of a basic edge.
const headStep = "="

func (t *trie) add(kind, relation int) *trie {
	at := relation*stepKinds + kind
	if len(t.next) <= at {
		t.next = append(t.next, make([]*trie, at+1-len(t.next))...)
	}
	if t.next[at] == nil {
		t.next[at] = new(trie)
	}
	return t.next[at]
}

// pathName returns the name of a path.
func (t *tree) pathName(up, down []int) string {
	var b strings.Builder
	for _, node := range up {
		b.WriteString(t.bases[node] + "<")
	}
	for _, node := range down {
		b.WriteString(t.bases[node] + ">")
	}
	if len(up) == 1 && len(down) == 0 {
		b.WriteString(headStep + t.bases[t.heads[up[0]]])
	}
	return b.String()
}

// ranked returns the keys of counts of at least a number, from the largest count on.
func ranked[K cmp.Ordered](counts map[K]int, least int) (keys []K) {
	for key, n := range counts {
		if n >= least {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b K) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
	return keys
}

const grammarEntry = "grammar"

func (g *grammar) entry(prefix string) npz.Entry {
	text, _ := json.Marshal(g) // which is texts and numbers
	return npz.Text(prefix+grammarEntry, text)
}

func readGrammar(a *npz.Arrays, prefix string) (*grammar, error) {
	text, err := npz.Array[byte](a, prefix+grammarEntry)
	if err != nil {
		return nil, err
	}
	g := new(grammar)
	if err := json.Unmarshal(text, g); err != nil {
		return nil, fmt.Errorf("%w: %w", npz.ErrFile, err)
	}
	return g, g.prepare()
}
