package features_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/features"
	"parser/transition"
)

// classPatterns define the classes of forms; the first match counts.
var classPatterns = []struct {
	name string
	*regexp.Regexp
}{
	{"numeral", regexp.MustCompile(`^(?i)(one|three|hundred|twelve)\.?$`)},
	{"month", regexp.MustCompile(`^(?i)(may|sept|december)\.?$`)},
	{"weekday", regexp.MustCompile(`^(?i)(tues|sunday)\.?$`)},
	{"ordinal", regexp.MustCompile(`^\d+(?i)(st|nd|rd|th)$`)},
	{"code", regexp.MustCompile(`\d.*\pL|\pL.*\d`)},
	{"time", regexp.MustCompile(`^\d+:\d+$`)},
	{"date", regexp.MustCompile(`^\d+[-/]\d+([-/]\d+)?$`)},
	{"decimal", regexp.MustCompile(`^[\d.,]*[.,][\d.,]*\d`)},
	{"one digit", regexp.MustCompile(`^\d$`)},
	{"two digits", regexp.MustCompile(`^\d\d$`)},
	{"three digits", regexp.MustCompile(`^\d\d\d$`)},
	{"four digits", regexp.MustCompile(`^\d\d\d\d$`)},
	{"digits", regexp.MustCompile(`^\d{5,}$`)},
	{"upper", regexp.MustCompile(`^\p{Lu}[\p{Lu}.]*\p{Lu}[.]?$`)},
	{"capital", regexp.MustCompile(`^\p{Lu}`)},
	{"other", regexp.MustCompile(`\pL`)},
	{"mark", regexp.MustCompile(``)},
}

// tellClass returns the values of e, u, h1 and h2.
func tellClass(attribute, form string) string {
	switch lower := strings.ToLower(form); attribute {
	case "e":
		for _, p := range classPatterns {
			if p.MatchString(form) {
				return p.name
			}
		}
	case "u":
		return strings.Join([]string{
			regexp.MustCompile(`.(er)$`).FindString(lower), regexp.MustCompile(`.(est)$`).FindString(lower),
			regexp.MustCompile(`^(un|in|il|anti).`).FindString(lower),
		}, " ")
	default:
		m := regexp.MustCompile(`^([^-]*)-([^-]*)`).FindStringSubmatch(lower)
		if m != nil {
			return m[attribute[1]-'0']
		}
	}
	return ""
}

// TestClasses: forms have the same feature if and only if they are in the same class.
func TestClasses(t *testing.T) {
	forms := strings.Fields(`three Three HUNDRED twelve. may May Sept. sept december tues Sunday sunday 1st 2ND 33rd 4th 4xy mp3 7up 12:30 2:5
		2001-02-03 3/4 1,000 3.5 .5 7 9 12 123 1984 12345 9999999 EU U.S. A I Paris McX iPod dog . -- ? élan Élan`)
	x := parse(t, "N0e").Compile()
	var v features.Vector
	var c transition.Config
	from, names := map[uint64]string{}, map[string]uint64{}
	for _, form := range forms {
		x.Prepare(&v, []conll.Word{{Form: form}})
		transition.Tag{}.Start(&c, 1)
		x.Extract(&v, &c)
		name := tellClass("e", form)
		if feature, ok := names[name]; ok {
			require.Equal(t, feature, v.Features[0], "%s is of class %s", form, name)
		}
		require.Contains(t, []string{"", name}, from[v.Features[0]], form)
		from[v.Features[0]], names[name] = name, v.Features[0]
	}
	require.Len(t, names, len(classPatterns), "all classes occur")
}

// TestAffixesAndHyphens by hand.
func TestAffixesAndHyphens(t *testing.T) {
	equal := func(attribute, a, b string) bool {
		x := parse(t, "N0"+attribute+"\n").Compile()
		var seen []uint64
		for _, form := range []string{a, b} {
			var v features.Vector
			var c transition.Config
			x.Prepare(&v, []conll.Word{{Form: form}})
			transition.Tag{}.Start(&c, 1)
			x.Extract(&v, &c)
			seen = append(seen, v.Features[0])
		}
		return seen[0] == seen[1]
	}
	for _, test := range []struct {
		attribute, a, b string
		same            bool
	}{
		{"u", "taller", "Singer", true}, {"u", "taller", "tall", false}, {"u", "tallest", "taller", false}, {"u", "er", "dog", true},
		{"u", "unhappy", "Undo", true}, {"u", "unhappy", "inept", false}, {"u", "illegal", "inept", false}, {"u", "anti-war", "illegal", false},
		{"u", "unhappier", "unhappy", false}, {"u", "an", "dog", true},
		{"h1", "Anti-war", "anti-tank", true}, {"h1", "anti-war", "pro-war", false}, {"h1", "war", "anti", true}, {"h1", "war", "war-time", false},
		{"h2", "Anti-war", "pro-War-lord", true}, {"h2", "anti-war", "war", false}, {"h2", "-", "--", true}, {"h2", "-", "war", true},
	} {
		require.Equal(t, test.same, equal(test.attribute, test.a, test.b), "%s of %s and %s", test.attribute, test.a, test.b)
	}
}
