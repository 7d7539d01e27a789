package semgrex

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/query/internal/match"
	"parser/parser/query/internal/scan"
)

// Edits change a graph where a pattern fits it, in the language of CoreNLP's Ssurgeon: commands with arguments, one after
// another.
type Edits []edit

// edit is one command. It changes nothing where a node or an edge that it needs has no part in the match.
type edit struct {
	do        func(e *edit, s *change) bool
	gov, dep  int // numbers of nodes among the names of the pattern, or match.NoName
	edge      int // the number of an edge
	relation  string
	any       bool // any relation will do
	columns   []cell
	roots     []int  // of setRoots, or the nodes of an edit about several
	position  string // of a word that is added: "-", "+", "-beside" or "+beside"
	beside    int
	regexes   []*regexp.Regexp // what a word is cut into, or exact
	exact     []string
	headIndex int
	newNames  map[int]int // of the pieces, by their places
	ofPattern int         // how many nodes have names in the pattern; others are of edits
	arguments []string    // that were given, for checks
}

// cell is what a column of a word becomes.
type cell struct {
	set   func(w *conll.Word, value string)
	value string
}

// change is a match of a graph that is edited. Edges that are removed have no dependent until all is done.
type change = match.Search[*Graph]

// commands are what edits can do, and the arguments that they take: those with ! must be given.
var commands = map[string]struct {
	do        func(e *edit, s *change) bool
	arguments string
}{
	"addEdge":              {(*edit).addEdge, "!gov !dep !reln"},
	"removeEdge":           {(*edit).removeEdge, "gov dep reln"},
	"removeNamedEdge":      {(*edit).removeNamedEdge, "!edge"},
	"relabelNamedEdge":     {(*edit).relabel, "!edge !reln"},
	"reattachNamedEdge":    {(*edit).reattach, "!edge gov dep"},
	"killAllIncomingEdges": {(*edit).removeIncoming, "!node"},
	"setRoots":             {(*edit).setRoots, ""},
	"setPhraseHead":        {(*edit).setPhraseHead, "!node !headIndex !reln"},
	"editNode":             {(*edit).editNode, "!node " + columnNames + " updatefeats updateMorphoFeatures remove"},
	"addDep":               {(*edit).addDep, "!gov !reln !word position " + columnNames},
	"delete":               {(*edit).delete, "!node"},
	"deleteLeaf":           {(*edit).deleteLeaf, "!node"},
	"killNonRooted":        {(*edit).deleteUnrooted, ""},
	"splitWord":            {(*edit).splitWord, "!node !reln !headIndex regex exact name"},
	"mergeNodes":           {(*edit).mergeNodes, "!node word " + columnNames},
	"combineMWT":           {(*edit).combine, "!node word"},
	"reindexGraph":         {func(*edit, *change) bool { return false }, ""}, // words are numbered after each change
}

// ofSeveral are the commands about several nodes.
var ofSeveral = []string{"mergeNodes", "combineMWT", "setPhraseHead"}

// columnNames are the arguments for columns. The form is not among those of editNode: the text stays as it is.
const columnNames = "lemma upos cpos xpos tag pos feats morphofeatures misc"

// repeated are the arguments that may be given several times.
var repeated = []string{"remove", "regex", "exact"}

// ParseEdits reads edits of what a pattern names. Its errors are of type *scan.Error.
func ParseEdits(text string, names match.Names) (all Edits, err error) {
	p := &editParser{Scanner: scan.New(text), names: names, ofPattern: len(names.Nodes)}
	p.names.Nodes = slices.Clone(names.Nodes)
	for {
		for p.Take(";") {
		}
		if p.Done() {
			break
		}
		e, err := p.edit()
		if err != nil {
			return nil, err
		}
		all = append(all, *e)
	}
	if len(all) == 0 {
		return nil, p.Failf("an edit is expected, such as relabelNamedEdge -edge e -reln obj")
	}
	return all, nil
}

type editParser struct {
	*scan.Scanner
	names     match.Names // also those of edits before
	ofPattern int
}

// edit = command { "-" argument value } | "setRoots" { name } .
func (p *editParser) edit() (*edit, error) {
	place := p.Place()
	name := p.Word(command)
	c, known := commands[name]
	switch {
	case name == "lemmatize":
		return nil, p.FailAt(place, "lemmatize is not supported; editNode -lemma sets a lemma, and parser parse finds them")
	case !known:
		return nil, p.FailAt(place, "an edit is expected, not %q; there are: %s", name, strings.Join(slices.Sorted(maps.Keys(commands)), ", "))
	}
	e := &edit{do: c.do, gov: match.NoName, dep: match.NoName, edge: match.NoName, beside: match.NoName, any: true, ofPattern: p.ofPattern}
	if name == "setRoots" {
		for !p.Done() && !p.Sees(";") {
			node, err := p.name(p.names.Nodes, "node")
			if err != nil {
				return nil, err
			}
			e.roots = append(e.roots, node)
		}
		if len(e.roots) == 0 {
			return nil, p.Failf("the name of a node is expected, not %s", p.Rest())
		}
		return e, nil
	}
	for !p.Done() && !p.Sees(";") {
		if err := p.argument(e, name, strings.Fields(c.arguments)); err != nil {
			return nil, err
		}
	}
	for _, argument := range strings.Fields(c.arguments) {
		if needed, must := strings.CutPrefix(argument, "!"); must && !slices.Contains(e.arguments, needed) {
			return nil, p.FailAt(place, "%s needs -%s", name, needed)
		}
	}
	switch {
	case (name == "removeEdge" || name == "reattachNamedEdge") && e.gov == match.NoName && e.dep == match.NoName:
		return nil, p.FailAt(place, "%s needs -gov or -dep", name)
	case name == "editNode" && len(e.columns) == 0:
		return nil, p.FailAt(place, "editNode needs a column, such as -lemma")
	case slices.Contains(ofSeveral, name) && len(e.roots) < 2:
		return nil, p.FailAt(place, "%s needs two nodes: -node a -node b", name)
	case name == "setPhraseHead" && e.headIndex >= len(e.roots):
		return nil, p.FailAt(place, "there are %d nodes, from 0: -headIndex %d is too high", len(e.roots), e.headIndex)
	case name == "splitWord":
		return e, p.checkPieces(e, place)
	}
	return e, nil
}

// argument reads "-" and a name, and then the value.
func (p *editParser) argument(e *edit, of string, allowed []string) (err error) {
	place := p.Place()
	switch {
	case len(allowed) == 0:
		return p.Failf("%s has no arguments, so that the next edit is expected after a semicolon, not %s", of, p.Rest())
	case !p.Take("-"):
		return p.Failf("an argument of %s, such as -%s, is expected, not %s", of, strings.TrimLeft(allowed[0], "!"), p.Rest())
	}
	name := p.Word(command)
	switch {
	case !slices.Contains(allowed, name) && !slices.Contains(allowed, "!"+name):
		return p.FailAt(place, "%s has no argument -%s", of, name)
	case slices.Contains(e.arguments, name) && !slices.Contains(repeated, name) && !(name == "node" && slices.Contains(ofSeveral, of)):
		return p.FailAt(place, "-%s is given twice", name)
	}
	e.arguments = append(e.arguments, name)
	switch name {
	case "gov", "node":
		e.gov, err = p.name(p.names.Nodes, "node")
		e.roots = append(e.roots, e.gov) // for ofSeveral
	case "position", "regex", "exact", "headIndex", "name":
		err = p.aboutWords(e, name)
	case "dep":
		e.dep, err = p.name(p.names.Nodes, "node")
	case "edge":
		e.edge, err = p.name(p.names.Edges, "edge")
	case "reln":
		e.any = false
		place := p.Place()
		if e.relation, err = p.value("a relation"); strings.ContainsAny(e.relation, "| \t") {
			return p.FailAt(place, "a relation has no blank and no |, unlike %q", e.relation)
		}
	default:
		place := p.Place()
		var value string
		if value, err = p.value("a value"); err != nil {
			return err
		}
		set, value := columnOf(name, value)
		if set == nil {
			return p.FailAt(place, "there is no column %q to remove; there are lemma, upos, xpos, feats and misc", value)
		}
		e.columns = append(e.columns, cell{set, value})
	}
	return err
}

// name reads one of names.
func (p *editParser) name(names []string, what string) (int, error) {
	place := p.Place()
	name, err := p.value("the name of a " + what)
	if err != nil {
		return 0, err
	}
	at := slices.Index(names, name)
	if at < 0 {
		return 0, p.FailAt(place, "the pattern has no %s with the name %q", what, name)
	}
	return at, nil
}

// value reads what stands in double quotes, or what ends at a blank or a semicolon.
func (p *editParser) value(what string) (string, error) {
	place := p.Place()
	if p.Take(`"`) {
		value := p.Word(func(r rune) bool { return r != '"' && r != '\n' && r != '\t' })
		switch {
		case !p.Take(`"`):
			return "", p.FailAt(place, "%s in quotes has no end in its line, or a tab in it", what)
		case strings.TrimSpace(value) == "":
			return "", p.FailAt(place, "%s is expected, not blanks", what)
		}
		return value, nil
	}
	value := p.Word(func(r rune) bool { return r > ' ' && r != ';' && r != '"' })
	if value == "" {
		return "", p.Failf("%s is expected, not %s", what, p.Rest())
	}
	return value, nil
}

// command reports whether a rune stands in the name of a command or of an argument.
func command(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
