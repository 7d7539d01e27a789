package conll

import "strings"

// Numbers of columns.
const (
	columnsAll   = 10
	columnsBlind = 6 // CoNLL-X without HEAD and what follows
	columnsTree  = 8 // CoNLL-X up to DEPREL

	headField = 6 // counted from 0
)

// columnName returns the name of a column, counted from 0, for messages.
func columnName(f Format, column int) string {
	if f == FormatX {
		return [...]string{"ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL"}[column]
	}
	return [...]string{"ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"}[column]
}

// IsUPOS reports whether tag is one of the 17 universal part-of-speech tags of
// UD version 2.
func IsUPOS(tag string) bool {
	switch tag {
	case "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM",
		"PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X":
		return true
	}
	return false
}

// formatOfName guesses a format from a file's name.
func formatOfName(name string) Format {
	switch name = strings.TrimSuffix(name, ".gz"); {
	case strings.HasSuffix(name, ".conllu"):
		return FormatU
	case strings.HasSuffix(name, ".conllx"):
		return FormatX
	}
	return FormatAuto
}

// formatOfWords guesses a format from a sentence without any line that only
// CoNLL-U has.
func formatOfWords(words []Word, columns int) Format {
	if columns < columnsAll {
		return FormatX
	}
	for i := range words {
		w := &words[i]
		_, phead := number(w.Deps)
		if phead || w.UPOS != "_" && !IsUPOS(w.UPOS) {
			return FormatX
		}
	}
	return FormatU
}

// number reads a number as the formats write it: digits only, no leading zero.
// It has at most nine digits.
func number(text string) (int, bool) {
	const maxDigits = 9
	if text == "" || len(text) > maxDigits || text[0] == '0' && len(text) > 1 {
		return 0, false
	}
	n := 0
	for i := 0; i < len(text); i++ {
		digit := text[i] - '0'
		if digit > 9 {
			return 0, false
		}
		n = 10*n + int(digit)
	}
	return n, true
}
