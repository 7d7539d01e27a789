// Package grams turns text into what languages are told apart by: the script of its letters, and n-grams of the letters
// of its words, with weights from a table.
package grams

import (
	"sync"
	"unicode"
)

// Script is a group of scripts whose languages are told apart by n-grams.
type Script uint8

// The scripts. Chinese and Japanese share one, since both are written in Han characters.
const (
	Other Script = iota // a letter of no script below
	Latin
	Cyrillic
	Arabic
	Greek
	Hebrew
	Armenian
	Georgian
	Devanagari
	Tamil
	Thai
	Hangul
	Han
	Coptic
	Scripts // their number
)

// ranges has the letters of each script.
var ranges = [Scripts][]*unicode.RangeTable{
	Latin: {unicode.Latin}, Cyrillic: {unicode.Cyrillic}, Arabic: {unicode.Arabic}, Greek: {unicode.Greek}, Hebrew: {unicode.Hebrew},
	Armenian: {unicode.Armenian}, Georgian: {unicode.Georgian}, Devanagari: {unicode.Devanagari}, Tamil: {unicode.Tamil},
	Thai: {unicode.Thai}, Hangul: {unicode.Hangul}, Han: {unicode.Han, unicode.Hiragana, unicode.Katakana}, Coptic: {unicode.Coptic},
}

// scriptOf returns the script of a letter or a mark, and whether c is one.
func scriptOf(c rune) (s Script, is bool) {
	switch {
	case c < 'A':
		return Other, false
	case c <= 'z':
		return Latin, c >= 'a' || c <= 'Z'
	case int(c) < len(alphabets()):
		s = alphabets()[c]
	default:
		s = lookUp(c)
	}
	return s % Scripts, s < Scripts
}

// alphabets has what lookUp returns for the characters before the Chinese and Korean ones.
var alphabets = sync.OnceValue(func() *[0x3000]Script {
	var all [0x3000]Script
	for c := range all {
		all[c] = lookUp(rune(c))
	}
	return &all
})

// lookUp returns the script of a letter or a mark, and Scripts for other characters.
func lookUp(c rune) Script {
	switch {
	case c == 'ー': // which Katakana and Hiragana share
		return Han
	case !unicode.IsLetter(c) && !unicode.IsMark(c):
		return Scripts
	}
	for s := Latin; s < Scripts; s++ {
		if unicode.In(c, ranges[s]...) {
			return s
		}
	}
	return Other
}

// weight is how many letters of an alphabet a character of a script stands for, roughly.
func (s Script) weight() int {
	switch s {
	case Han:
		return 3
	case Hangul:
		return 2
	}
	return 1
}
