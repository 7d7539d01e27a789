package fetch

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/unicode/norm"
)

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
// another code of it, such as "dan".
func isLanguage(code, name string) bool {
	base, err := language.ParseBase(code) // "en-amr" has an error
	if err != nil {
		return false
	}
	if other, err := language.ParseBase(strings.ToLower(name)); err == nil && other == base {
		return true
	}
	tag := language.Make(code)
	return slices.ContainsFunc([]string{display.English.Languages().Name(tag), display.Self.Name(tag)}, func(of string) bool {
		return of != "" && normal(of) == normal(name)
	})
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
