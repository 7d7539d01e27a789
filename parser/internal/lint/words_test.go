package lint_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlainEnglish: comments, messages and pages do not use turns of phrase that readers have to translate first. What is left of an
// older manner may become less and not more: lower the bound when it does.
func TestPlainEnglish(t *testing.T) {
	const left = 0
	banned := map[string]*regexp.Regexp{}
	for phrase, instead := range map[string]string{
		`(?i)\bso many\b`:              "at most n, the given number of",
		`\b(?:is|are) none\b`:          "is not a …, if there is no …",
		`(?i)\bbut for\b`:              "except, without",
		`(?i)[,;:(] of which\b`:        "whose …, or another sentence",
		`\bnobody\b|\bwhoever\b`:       "the caller, nothing, or the passive",
		`(?i)\bin the place of\b`:      "instead of",
		`(?i)\bbe it\b`:                "whether … or not",
		`(?i)\bwhat is no [a-km-z]`:    "anything but a …",
		`(?i)\b(?:has|have) not got\b`: "lacks, does not have",
		`(?i)\bnot lacking\b`:          "has",
		`(?i)\bbehind (?:a|an|the|it|its|each|every|all|any|this|that|them|which|words?)\b`: "after",
		`(?i)\b(?:says?|tells?) of\b`:       "says about",
		`(?i)\bwhat (?:comes|becomes) of\b`: "the result of",
	} {
		banned[instead] = regexp.MustCompile(phrase)
	}
	found := []string(nil)
	sources(t, func(name string, text []byte) {
		if filepath.Base(name) == "words_test.go" {
			return
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		look := func(at token.Pos, prose string) {
			for instead, phrase := range banned {
				if m := phrase.FindString(prose); m != "" {
					found = append(found, set.Position(at).String()+": "+m+" (instead: "+instead+")")
				}
			}
		}
		for _, group := range file.Comments {
			look(group.Pos(), strings.Join(strings.Fields(group.Text()), " "))
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING && !strings.HasSuffix(name, "_test.go") {
				look(s.Pos(), s.Value)
			}
			return true
		})
	})
	pages(t, func(name, text string) {
		prose := strings.ReplaceAll(text, "\n", " ")
		for instead, phrase := range banned {
			for _, m := range phrase.FindAllStringIndex(prose, -1) {
				line := 1 + strings.Count(text[:m[0]], "\n")
				found = append(found, fmt.Sprintf("%s:%d: %s (instead: %s)", name, line, prose[m[0]:m[1]], instead))
			}
		}
	})
	t.Logf("%d left", len(found))
	require.LessOrEqual(t, len(found), left, strings.Join(found, "\n"))
}
