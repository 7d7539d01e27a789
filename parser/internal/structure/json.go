package structure

import (
	"bytes"
	"encoding/json"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/treebank"
	"parser/ptb"
)

// jsonSentence is a sentence as a JSON object, without columns that are "_".
type jsonSentence struct {
	jsonRank

	ID         string       `json:"id,omitempty"`
	Text       string       `json:"text,omitempty"`
	Comments   []string     `json:"comments,omitempty"` // all others, without "#"
	Words      []jsonWord   `json:"words"`
	Multiwords []jsonTokens `json:"multiwords,omitempty"` // tokens of several words
	EmptyNodes []string     `json:"emptyNodes,omitempty"` // lines as they are
	Empty      []jsonEmpty  `json:"empty,omitempty"`      // the same as objects
}

type jsonWord struct {
	ID int `json:"id"`
	jsonColumns

	HeadProb  json.Number `json:"headProb,omitempty"` // see Certainty
	LabelProb json.Number `json:"labelProb,omitempty"`
	TagProb   json.Number `json:"tagProb,omitempty"`
}

// jsonEmpty is an empty node.
type jsonEmpty struct {
	ID string `json:"id"` // as in "8.1"
	jsonColumns
}

type jsonColumns struct {
	Form     string    `json:"form"`
	Lemma    string    `json:"lemma,omitempty"`
	UPOS     string    `json:"upos,omitempty"`
	XPOS     string    `json:"xpos,omitempty"`
	Feats    string    `json:"feats,omitempty"`
	Head     *int      `json:"head,omitempty"` // 0 is the root
	Deprel   string    `json:"deprel,omitempty"`
	Deps     string    `json:"deps,omitempty"`
	Enhanced []jsonDep `json:"enhanced,omitempty"` // what Deps says; none if it cannot be read
	Misc     string    `json:"misc,omitempty"`
}

// jsonDep is an enhanced dependency.
type jsonDep struct {
	Head     string `json:"head"` // "0" is the root, "8" a word, "8.1" an empty node
	Relation string `json:"relation"`
}

// columnsOf returns the columns of a word or an empty node, with DEPS as a list if the sentence has them.
func columnsOf(w *conll.Word, hasDeps bool) jsonColumns {
	c := jsonColumns{
		Form: w.Form, Lemma: filled(w.Lemma), UPOS: filled(w.UPOS), XPOS: filled(w.XPOS), Feats: filled(w.Feats),
		Deprel: filled(w.Deprel), Deps: filled(w.Deps), Misc: filled(w.Misc),
	}
	if w.Head != conll.NoHead {
		c.Head = &w.Head
	}
	if deps, err := conll.ParseDeps(w.Deps); err == nil && hasDeps {
		for _, d := range deps {
			c.Enhanced = append(c.Enhanced, jsonDep{d.Head.String(), d.Relation})
		}
	}
	return c
}

type jsonTokens struct {
	First int    `json:"first"` // words
	Last  int    `json:"last"`
	Form  string `json:"form"`
	Misc  string `json:"misc,omitempty"`
}

// jsonOf returns an item, the tree of a rank, as an object in a line.
func jsonOf(it *treebank.Item, rank int) (string, error) {
	switch {
	case it.Graph != nil:
		return jsonOfGraph(it.Graph, it.Model)
	case it.Tree != nil && len(it.Tree.Leaves()) == 0:
		return jsonOfTree(NoTree(), ranked(it, rank))
	case it.Tree != nil:
		return jsonOfTree(it.Tree, ranked(it, rank))
	}
	return jsonOfSentence(it, rank)
}

func jsonOfSentence(it *treebank.Item, rank int) (string, error) {
	s := it.Sentence
	out := jsonSentence{ID: s.ID, Words: make([]jsonWord, s.Len()), jsonRank: ranked(it, rank)}
	hasDeps := s.HasDeps()
	for i := range s.Words {
		out.Words[i] = jsonWord{ID: i + 1, jsonColumns: columnsOf(&s.Words[i], hasDeps)}
		if it.Certainty != nil {
			c := it.Certainty[i]
			out.Words[i].HeadProb, out.Words[i].LabelProb = json.Number(rounded(c.Head)), json.Number(rounded(c.Label))
			if c.Tag > 0 {
				out.Words[i].TagProb = json.Number(rounded(c.Tag))
			}
		}
	}
	all, err := s.Tokens()
	if err != nil {
		return "", err
	}
	for _, t := range all {
		if t.Multiword {
			out.Multiwords = append(out.Multiwords, jsonTokens{t.First + 1, t.End, t.Form, filled(t.Misc)})
		}
	}
	for _, e := range s.EmptyNodes() {
		out.Empty = append(out.Empty, jsonEmpty{e.ID.String(), columnsOf(&e.Columns, hasDeps)})
	}
	for _, e := range s.Extras {
		comment, isComment := strings.CutPrefix(e.Text, "#")
		key, value, _ := strings.Cut(comment, "=")
		id, _, _ := strings.Cut(e.Text, "\t")
		switch key = strings.TrimSpace(key); {
		case isComment && key == "text":
			out.Text = strings.TrimSpace(value)
		case isComment && key != "sent_id":
			out.Comments = append(out.Comments, strings.TrimSpace(comment))
		case !isComment && strings.Contains(id, "."):
			out.EmptyNodes = append(out.EmptyNodes, e.Text)
		}
	}
	return marshal(out)
}

func filled(column string) string {
	if conll.Filled(column) {
		return column
	}
	return ""
}

// jsonOfTree returns the words of a tree with their tags, and the tree in brackets.
func jsonOfTree(t *ptb.Tree, rank jsonRank) (string, error) {
	out := struct {
		jsonRank
		Words []jsonWord `json:"words"`
		Tree  string     `json:"tree"`
	}{Words: []jsonWord{}, Tree: t.String(), jsonRank: rank}
	for i, leaf := range t.Leaves() {
		out.Words = append(out.Words, jsonWord{ID: i + 1, jsonColumns: jsonColumns{Form: ptb.Unescape(leaf.Word), XPOS: leaf.Label}})
	}
	return marshal(out)
}

// jsonOfGraph returns what the comments of a graph say, and the graph in PENMAN notation in a line.
func jsonOfGraph(g *amr.Graph, model string) (string, error) {
	if err := g.Check(); err != nil {
		return "", err
	}
	bare := *g
	bare.Meta = nil
	out := struct {
		Model string `json:"model,omitempty"`
		ID    string `json:"id,omitempty"`
		Text  string `json:"text,omitempty"`
		Graph string `json:"graph"`
	}{Model: model, Graph: indent().ReplaceAllString(strings.TrimSpace(bare.String()), " ")}
	out.ID, _ = g.Get("id")
	out.Text, _ = g.Get("snt")
	return marshal(out)
}

// indent is what PENMAN notation has between two lines: no string has a new line.
var indent = textfile.Pattern(`\n *`)

// marshal returns v as JSON in a line, with "<" and the like as they are.
func marshal(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}
