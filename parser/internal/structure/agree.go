package structure

import "parser/parser/treebank"

// Agreement returns the share of what an item holds, from 0 to 1, that another item of the same words holds as well: of
// the words' heads with their labels, of tags, of labelled brackets (F1), of the triples of graphs (Smatch). The codec
// must be of their structure.
func Agreement(e Codec, one, other *treebank.Item) (float64, error) {
	if one.Tree != nil && one.Tree.String() == other.Tree.String() {
		return 1, nil // even if there is no bracket that is scored
	}
	var a, b treebank.Data
	a.Append(one)
	b.Append(other)
	s, err := e.Scores(a, b)
	return s.Main() / 100, err
}
