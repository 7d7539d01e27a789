package flags

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// Messages of urfave/cli about flags: that one does not exist, that its value is missing, that it
// is not a number.
var (
	unknownFlag = regexp.MustCompile(`^flag provided but not defined: -(.*)$`)
	bareFlag    = regexp.MustCompile(`^flag needs an argument: -(.*)$`)
	wrongValue  = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-([a-z0-9-]+): (.*)$`)
)

// Spell returns the meaning of an error of urfave/cli about flags, with flags written as in help
// and, for an unknown flag, the flag that may be meant.
func Spell(err error, flags []urfave.Flag) string {
	text := err.Error()
	if m := unknownFlag.FindStringSubmatch(text); m != nil {
		text = "no flag " + dashed(m[1])
		var names []string
		for _, f := range flags {
			names = append(names, f.Names()...)
		}
		if near := Nearest(m[1], names); near != "" {
			text += fmt.Sprintf(". Did you mean %q?", dashed(near))
		}
	} else if m := bareFlag.FindStringSubmatch(text); m != nil {
		text = dashed(m[1]) + " needs a value"
	} else if m := wrongValue.FindStringSubmatch(text); m != nil {
		why := m[3]
		if why == "parse error" {
			why = valuesOf(m[2], flags) + " is needed"
		}
		text = fmt.Sprintf("%s %s: %s", dashed(m[2]), m[1], why)
	}
	return text
}

// valuesOf names the values that a flag takes.
func valuesOf(name string, flags []urfave.Flag) string {
	at := slices.IndexFunc(flags, func(f urfave.Flag) bool { return slices.Contains(f.Names(), name) })
	if at >= 0 {
		switch flags[at].(type) {
		case *urfave.IntFlag, *urfave.Int64Flag:
			return "a whole number"
		case *urfave.Uint64Flag:
			return "a whole number, 0 or more,"
		case *urfave.Float64Flag:
			return "a number"
		case *urfave.DurationFlag:
			return "a time such as 30s or 5m"
		case *urfave.BoolFlag:
			return "true or false"
		}
	}
	return "another value"
}

// dashed returns the name of a flag as it is typed: -q, --quiet.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + strings.TrimPrefix(name, "-")
}

// Nearest returns the word that may be meant by a misspelt one, the first of those that take the
// fewest changes of a letter or of two neighbours; "" if even that is more than a third of its
// letters.
func Nearest(misspelt string, words []string) (nearest string) {
	least := len([]rune(misspelt))/3 + 1
	for _, word := range words {
		if d := distance([]rune(misspelt), []rune(word)); d < least {
			nearest, least = word, d
		}
	}
	return nearest
}

// distance is how many letters have to be deleted, inserted, replaced or swapped with the next to
// turn one word into the other (Damerau 1964), where each place is changed at most once.
func distance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range b {
		rows[0][j+1] = j + 1
	}
	for i := range a {
		for j := range b {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			d := min(rows[i][j+1]+1, rows[i+1][j]+1, rows[i][j]+change)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, rows[i-1][j-1]+1)
			}
			rows[i+1][j+1] = d
		}
	}
	return rows[len(a)][len(b)]
}
