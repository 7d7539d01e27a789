package fetch

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// languages has on each line, with tabs between them, names of a language: its code, its code of three letters, its name
// in English and, if it is known, in the language itself. They are those of CLDR.
//
//go:embed languages.tsv
var languages string

// normal removes irrelevant differences between names: capitals, accents, and hyphens or blanks for underscores.
func normal(name string) string {
	bare := strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Mn, c) {
			return -1
		}
		return c
	}, norm.NFD.String(name))
	return strings.ToLower(strings.NewReplacer("-", "_", " ", "_").Replace(bare))
}

// isLanguage reports whether a name is that of the language with a code: its name in English or in the language itself, or
// its code of three letters.
func isLanguage(code, name string) bool {
	for line := range strings.Lines(languages) {
		if row, ok := strings.CutPrefix(line, code+"\t"); ok {
			return slices.ContainsFunc(strings.Split(strings.TrimSuffix(row, "\n"), "\t"), func(of string) bool { return normal(of) == normal(name) })
		}
	}
	return false
}

// Code returns the first of some codes of languages whose language a name means, in English or in that language, in
// capitals or not, or "". It also knows the names that Universal Dependencies gives to languages.
func Code(name string, codes []string) (string, error) {
	list, err := List()
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(codes, func(code string) bool {
		return normal(code) == normal(name) || isLanguage(code, name) || slices.ContainsFunc(list, func(t Treebank) bool {
			return t.Lang() == code && normal(t.language()) == normal(name)
		})
	})
	if i < 0 {
		return "", nil
	}
	return codes[i], nil
}

// CodeOf returns the code of the language that a name means, as CLDR has it, in capitals or not; "" if there is no such language.
func CodeOf(name string) string {
	for line := range strings.Lines(languages) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if slices.ContainsFunc(row, func(of string) bool { return normal(of) == normal(name) }) {
			return row[0]
		}
	}
	return ""
}

// Names returns the names of a language by its code, of two letters or three: in English and in the language itself; ""
// for what is not known.
func Names(code string) (english, own string) {
	for line := range strings.Lines(languages) {
		row := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "")
		if row[0] == code || row[1] == code {
			return row[2], row[3]
		}
	}
	return "", ""
}
