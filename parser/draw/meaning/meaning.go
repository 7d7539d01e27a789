// Package meaning says what labels of treebanks mean, in a few words.
//
//	text, ok := meaning.Of("nsubj:pass")
package meaning

// Of returns the meaning of a relation, part of speech, feature or category.
func Of(label string) (text string, ok bool) { return "", false }
