package mixed

import (
	"slices"
	"strings"

	"parser/parser/language"
)

// Treebank returns which of the treebanks that a model of several languages has learned from it is to follow in a language: the one
// that has its code, else the first of the language, else the first of the most closely related language; "" without any.
// Treebanks are called by the codes of their languages, or by code, hyphen and name.
func Treebank(code string, known []string) string {
	if slices.Contains(known, code) {
		return code
	}
	codes := make([]string, len(known))
	for i, bank := range known {
		codes[i] = Language(bank)
	}
	at := slices.Index(codes, language.Nearest(code, codes))
	if at < 0 {
		return ""
	}
	return known[at]
}

// Language returns the code of the language of a treebank.
func Language(treebank string) string {
	code, _, _ := strings.Cut(treebank, "-")
	return code
}
