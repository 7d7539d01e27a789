package features_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/transition"
)

// The twin of the extractor: it reads an atom's text, finds the node by heads and labels alone, and
// returns the value in words.
var (
	nodePattern    = `([SNPIO])(\d)((?:l2|r2|[hlrfebn])*)`
	atomPattern    = regexp.MustCompile(`^` + nodePattern + `(w|l|p|t|g|m|m:.+|x\d|b\d|n|c|a|d|vl|vr|sl|sr|k)$`)
	distPattern    = regexp.MustCompile(`^dist\(` + nodePattern + `,` + nodePattern + `\)$`)
	historyPattern = regexp.MustCompile(`^a([1-9])$`)
	stepPattern    = regexp.MustCompile(`l2|r2|[hlrfebn]`)
)

// attributeOf returns what an atom asks about its node.
func attributeOf(t testing.TB, atom string) string {
	if atom == "bias" || distPattern.MatchString(atom) {
		return "dist"
	}
	if m := graphAtom.FindStringSubmatch(atom); m != nil {
		return m[3]
	}
	if historyPattern.MatchString(atom) {
		return "none"
	}
	if atom == "ask" || atom == "turn" || atom == "left" || graphPair.MatchString(atom) {
		return "none"
	}
	m := atomPattern.FindStringSubmatch(atom)
	require.NotNil(t, m, atom)
	return m[4]
}

// tell returns the values of a template's atoms.
func tell(t testing.TB, template string, words []conll.Word, c *transition.Config) string {
	var values []string
	for _, text := range strings.Fields(template) {
		if text == "bias" {
			values = append(values, "always")
			continue
		}
		if m := historyPattern.FindStringSubmatch(text); m != nil {
			values = append(values, tellAction(m[1], c))
			continue
		}
		if strings.HasPrefix(text, "dist") {
			m := distPattern.FindStringSubmatch(text)
			require.NotNil(t, m, text)
			values = append(values, tellDistance(walk(m[1:4], c), walk(m[4:7], c), c.N))
			continue
		}
		m := atomPattern.FindStringSubmatch(text)
		if m == nil {
			t.Fatal(text)
		}
		values = append(values, tellNode(m[4], walk(m[1:4], c), words, c))
	}
	return strings.Join(values, ", ")
}

// tellAction returns the action of a number, counted from the end.
func tellAction(number string, c *transition.Config) string {
	if i := len(c.Steps) - int(number[0]-'0'); i >= 0 {
		return fmt.Sprintf("%v %d", c.Steps[i].Move, c.Steps[i].Label)
	}
	return "nowhere"
}

// tellDistance returns the distance of two words, the last of which is n, with long distances
// joined as documented.
func tellDistance(a, b, n int32) string {
	switch d := max(a-b, b-a); {
	case a < 0 || b < 0 || a > n || b > n:
		return "nowhere"
	case d > 10:
		return "far"
	case d > 5:
		return "6 to 10"
	default:
		return fmt.Sprint(d)
	}
}

// tellNode returns an attribute of node k.
func tellNode(attribute string, k int32, words []conll.Word, c *transition.Config) string {
	if k < 0 {
		return "nowhere"
	}
	switch left := strings.HasSuffix(attribute, "l"); attribute {
	case "k":
		return tellState(c, k)
	case "d":
		return fmt.Sprint("label ", c.Nodes[k].Label)
	case "vl", "vr":
		return fmt.Sprint(len(below(c, k, left)), " dependents")
	case "sl", "sr":
		set := map[int32]bool{}
		for _, d := range dependents(c, k, left) { // none for a bracket: children are not dependents
			set[c.Nodes[d].Label] = true
		}
		return fmt.Sprint("labels ", slices.Sorted(maps.Keys(set)))
	}
	switch {
	case k == 0:
		return "ROOT"
	case k > c.N:
		return "nowhere"
	}
	return strconv.Quote(tellWord(attribute, words[k-1]))
}

// tellWord returns the value of a column.
func tellWord(attribute string, w conll.Word) string {
	switch attribute {
	case "w":
		return w.Form
	case "l":
		return w.Lemma
	case "p", "g":
		return w.UPOS
	case "t":
		return w.XPOS
	case "m":
		return w.Feats
	}
	if name, ok := strings.CutPrefix(attribute, "m:"); ok {
		for _, pair := range strings.Split(w.Feats, "|") {
			if key, value, _ := strings.Cut(pair, "="); key == name {
				return value
			}
		}
		return ""
	}
	return tellSpelling(attribute, []rune(w.Form))
}

var digits = regexp.MustCompile(`[0-9]`)

// tellSpelling returns what letters look like.
func tellSpelling(attribute string, letters []rune) string {
	switch attribute {
	case "n":
		return digits.ReplaceAllString(strings.ToLower(string(letters)), "0")
	case "c":
		classes := []rune(strings.Map(func(r rune) rune {
			switch {
			case unicode.IsUpper(r):
				return 'X'
			case unicode.IsLetter(r):
				return 'x'
			case unicode.IsDigit(r):
				return 'd'
			}
			return r
		}, string(letters)))
		return string(slices.Compact(classes))
	case "a":
		return fmt.Sprint(slices.ContainsFunc(letters, unicode.IsDigit), slices.Contains(letters, '-'), slices.ContainsFunc(letters, unicode.IsUpper))
	}
	n := min(len(letters), int(attribute[1]-'0'))
	if attribute[0] == 'b' {
		return string(letters[:n])
	}
	return string(letters[len(letters)-n:])
}

// walk finds a node, or −1.
func walk(m []string, c *transition.Config) int32 {
	i, _ := strconv.Atoi(m[1])
	k, buffer := int32(-1), slices.Clone(c.Returned)
	slices.Reverse(buffer)
	for w := c.Next; w <= c.N; w++ {
		buffer = append(buffer, w)
	}
	front := slices.Concat(buffer, []int32{c.N + 1})[0]
	switch {
	case m[0] == "S" && i < len(c.Stack):
		k = c.Stack[len(c.Stack)-1-i]
	case m[0] == "N" && i < len(buffer):
		k = buffer[i]
	case m[0] == "P" && front > int32(i):
		k = front - 1 - int32(i)
	case m[0] == "I":
		k = completeItem(c, i)
	case m[0] == "O":
		k = openBracket(c, i)
	}
	for _, step := range stepPattern.FindAllString(m[2], -1) {
		if k >= 0 {
			k = walkStep(step, c, k)
		}
	}
	return k
}

func walkStep(step string, c *transition.Config, k int32) int32 {
	switch step {
	case "h":
		return c.Nodes[k].Head
	case "f":
		return firstWord(c, k)
	case "e":
		return lastWord(c, k)
	case "b":
		return firstWord(c, k) - 1
	case "n":
		if last := lastWord(c, k); 0 <= last && last < c.N {
			return last + 1
		}
		return -1
	}
	left := step[0] == 'l' || c.Kind == transition.Constituents // where r are the last of the same children
	side, nth := below(c, k, left), len(step)-1                 // 0 the outermost, 1 the next
	switch {
	case nth >= len(side):
		return -1
	case step[0] == 'l':
		return side[nth]
	}
	return side[len(side)-1-nth]
}

// dependents lists the dependents of k on one side, from left to right.
func dependents(c *transition.Config, k int32, left bool) []int32 {
	var list []int32
	for d := int32(1); d <= c.N; d++ {
		if c.Kind == transition.Dependencies && c.Nodes[d].Head == k && d < k == left {
			list = append(list, d)
		}
	}
	return list
}

// The twin is right where it can be checked by hand:
//
//	[ROOT Größe] amazes every one of us today .
//	Größe -0-> The, Größe -1-> old, houses -2-> of, houses -0-> the, Größe -3-> houses
func TestTwinByHand(t *testing.T) {
	const SH, LA, RA = transition.Shift, transition.Left, transition.Right
	words := reading()
	var c transition.Config
	s := transition.ArcHybrid{}
	s.Start(&c, len(words))
	for _, move := range []struct {
		move  transition.Move
		label int32
	}{{SH, -1}, {SH, -1}, {LA, 1}, {LA, 0}, {SH, -1}, {SH, -1}, {SH, -1}, {LA, 0}, {LA, 2}, {SH, -1}, {RA, 3}} {
		require.True(t, s.Legal(&c).Has(move.move))
		s.Apply(&c, move.move, move.label)
	}
	require.Equal(t, []int32{0, 3}, c.Stack)
	for atom, value := range map[string]string{
		"S0w": `"Größe"`, "S0l": `"Größe"`, "S0p": `"NOUN"`, "S0t": `"NN"`, "S0m": `"Case=Nom|Number=Sing"`,
		"S0m:Number": `"Sing"`, "S0m:Num": `""`, "S0m:Gender": `""`, "N2m:Case": `""`,
		"S0n": `"größe"`, "S0b1": `"G"`, "S0b3": `"Grö"`, "S0b9": `"Größe"`, "S0c": `"Xx"`, "N0c": `"x"`, "N6c": `"."`,
		"S0a": `"false false true"`, "N0a": `"false false false"`, "S1n": "ROOT", "S2c": "nowhere", "bias": "always", "bias S0x1": `always, "e"`,
		"S0x1": `"e"`, "S0x3": `"öße"`, "S0x9": `"Größe"`, "N0x2": `"es"`,
		"N0w": `"amazes"`, "N0l": `"amaze"`, "N1w": `"every"`, "N6w": `"."`, "N7w": "nowhere", "N9t": "nowhere",
		"S1w": "ROOT", "S1p": "ROOT", "S1x3": "ROOT", "S2w": "nowhere", "S0hw": "nowhere", "S1d": "label -1",
		"S0d": "label -1", "S0ld": "label 0", "S0l2d": "label 1", "S0rd": "label 3", "S0r2d": "nowhere",
		"S0lw": `"The"`, "S0l2w": `"old"`, "S0rw": `"houses"`, "S0r2w": "nowhere", "S0rl": `"house"`,
		"S0rlw": `"of"`, "S0rl2w": `"the"`, "S0rlhw": `"houses"`, "S0rhhw": "nowhere", "S0rhl2x1": `"d"`,
		"S0vl": "2 dependents", "S0vr": "1 dependents", "S0rvl": "2 dependents", "N0vl": "0 dependents", "S1vr": "0 dependents",
		"S2vl": "nowhere", "S0sl": "labels [0 1]", "S0sr": "labels [3]", "S0rsl": "labels [0 2]", "N0sr": "labels []",
		"dist(S0,N0)": "4", "dist(N0,S0)": "4", "dist(S0,N1)": "5", "dist(S0,N2)": "6 to 10", "dist(S0,N6)": "6 to 10",
		"dist(S1,N3)": "6 to 10", "dist(S1,N4)": "far", "dist(S0,S0)": "0", "dist(S0l,S0r)": "5", "dist(S1,S0)": "3",
		"dist(S2,N0)": "nowhere", "dist(S0,N7)": "nowhere", "S0w N0p dist(S0,N0)": `"Größe", "VERB", 4`,
	} {
		require.Equal(t, value, tell(t, atom, words, &c), atom)
	}
}
