package fetch

import (
	"cmp"
	_ "embed"
	"regexp"
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
// capitals or not, or "". It also knows the names that Universal Dependencies gives to languages, codes of former times (iw), and
// those of a script or a region (he-IL).
func Code(name string, codes []string) (string, error) {
	list, err := List()
	if err != nil {
		return "", err
	}
	for _, name := range []string{name, baseOf(name)} {
		i := slices.IndexFunc(codes, func(code string) bool {
			return normal(code) == normal(name) || isLanguage(code, name) || slices.ContainsFunc(list, func(t Treebank) bool {
				return t.Lang() == code && normal(t.language()) == normal(name)
			})
		})
		if i >= 0 {
			return codes[i], nil
		}
	}
	return "", nil
}

// languageTag matches a code with a script, a region or both (RFC 5646), in the usual capitals, such as zh-Hant-TW.
var languageTag = regexp.MustCompile(`^([a-z]{2,3})([-_][A-Z][a-z]{3})?([-_]([A-Z]{2}|[0-9]{3}))?$`)

// former are codes that have others today, and spellings of names that CLDR does not have.
var former = map[string]string{"iw": "he", "in": "id", "ji": "yi", "mo": "ro", "हिंदी": "hi"}

// baseOf returns the code of the language of a tag, as it is today; a name that is no tag stays as it is.
func baseOf(name string) string {
	if parts := languageTag.FindStringSubmatch(name); parts != nil {
		name = parts[1]
	}
	return cmp.Or(former[name], name)
}

// CodeOf returns the code of the language that a name means, as Code knows them; "" if there is no such language.
func CodeOf(name string) string {
	name = baseOf(name)
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
