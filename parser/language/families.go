package language

import (
	_ "embed"
	"strings"
)

// families has on each line the code of a language, a tab, and its family with all groups, which slashes divide.
//
//go:embed families.tsv
var families string

// Nearest returns that one of some languages, all named by their codes, which is most closely related to a language: it shares the
// narrowest group of its family. Of several such languages it is one of the largest, by the order in families.tsv. It is ""
// if none is known to be related.
func Nearest(code string, among []string) (nearest string) {
	groups := map[string][]string{}
	var order []string
	for line := range strings.Lines(families) {
		if own, family, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && !strings.HasPrefix(line, "#") {
			groups[own] = strings.Split(family, "/")
			order = append(order, own)
		}
	}
	named := map[string]bool{}
	for _, other := range among {
		named[other] = true
	}
	if named[code] {
		return code
	}
	most := 0
	for _, other := range order {
		if !named[other] {
			continue
		}
		shared := 0
		for shared < min(len(groups[code]), len(groups[other])) && groups[code][shared] == groups[other][shared] {
			shared++
		}
		if shared > most {
			nearest, most = other, shared
		}
	}
	return nearest
}
