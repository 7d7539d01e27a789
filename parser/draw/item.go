package draw

import "parser/parser/structure"

// Of returns the picture of an item: of its graph, its tree or its dependencies.
func Of(it *structure.Item) *Picture {
	switch {
	case it.Graph != nil:
		return Graph(it.Graph)
	case it.Tree != nil:
		return Tree(it.Tree)
	}
	return Sentence(it.Sentence)
}

// Compare returns the picture of an item compared with gold of the same structure. The error is that
// of [CompareGraphs], [CompareTrees] or [CompareSentences].
func Compare(gold, system *structure.Item) (*Picture, error) {
	switch {
	case system.Graph != nil:
		return CompareGraphs(gold.Graph, system.Graph)
	case system.Tree != nil:
		return CompareTrees(gold.Tree, system.Tree)
	}
	return CompareSentences(gold.Sentence, system.Sentence)
}
