package features_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The sets of the literature are repeated here as their tables print them, and multiplied out.

// products returns all ways to choose one of each list, the last changing first.
func products(lists ...[]string) []string {
	all := []string{""}
	for _, list := range lists {
		var longer []string
		for _, some := range all {
			for _, one := range list {
				longer = append(longer, strings.TrimSpace(some+" "+one))
			}
		}
		all = longer
	}
	return all
}

// atoms returns "nodeX" for each letter X.
func atoms(node, letters string) []string {
	var list []string
	for _, letter := range letters {
		list = append(list, node+string(letter))
	}
	return list
}

// Chang et al. (2015), Table 1: surface string and tag of every node, and for children also their
// label.
func TestL2SIsTable1(t *testing.T) {
	nodes := map[string][]string{}
	for name, node := range map[string]string{"s1": "S0", "s2": "S1", "s3": "S2", "b1": "N0", "b2": "N1", "b3": "N2"} {
		nodes[name] = atoms(node, "wp")
	}
	for name, node := range map[string]string{
		"L1(s1)": "S0l", "L2(s1)": "S0l2", "R1(s1)": "S0r", "R1(s2)": "S1r", "L1(b1)": "N0l", "L2(b1)": "N0l2", "L1(s2)": "S1l",
	} {
		nodes[name] = atoms(node, "wpd")
	}
	var table []string
	for _, name := range strings.Fields("s1 s2 s3 b1 b2 b3 L1(s1) L2(s1) R1(s1) R1(s2) L1(b1) L2(b1) L1(s2)") {
		table = append(table, nodes[name]...)
	}
	for _, node := range strings.Fields("S0 S1 S2 N0 N1 N2") {
		table = append(table, node+"w "+node+"p") // s1 s1, …: the rest of the product repeats unigrams
	}
	for _, names := range []string{
		"s1 b1", "s1 s2", "b1 b2",
		"s1 s2 s3", "s1 b1 b2", "s1 s2 b1", "s1 b1 b3", "b1 b2 b3", "s1 R1(s1) R1(s2)", "s1 L2(s1) L2(b1)",
		"b1 L1(b1) L2(b1)", "s1 s2 L1(b1)", "s1 b1 L1(s1)", "s1 b1 L1(s2)", "s1 b1 L1(b1)",
	} {
		var lists [][]string
		for _, name := range strings.Fields(names) {
			lists = append(lists, nodes[name])
		}
		table = append(table, products(lists...)...)
	}
	const unigrams, bigrams = 33, 6 + 3*4
	other := []string{"dist(S0,N0)", "S0vl", "S0vr", "N0vl"} // of the program in the appendix, in all rows of Table 5
	for name, n := range map[string]int{"l2s-unigram": unigrams, "l2s-bigram": unigrams + bigrams} {
		require.ElementsMatch(t, append(slices.Clone(table[:n]), other...), lines(named(t, name, "arc-hybrid")), name)
	}
	table = append(table, other...)
	require.Len(t, table, 33+6+3*4+5*8+3*18+4*12+4)
	require.ElementsMatch(t, table, lines(named(t, "l2s", "arc-hybrid")))
}

// zn11Tables are the templates of Zhang & Nivre (2011), Tables 1 and 2: "S0wp"
// is a form and a tag, d the distance of S0 and N0, an l at the end a label, h2
// the head's head.
const zn11Tables = `
	S0wp S0w S0p N0wp N0w N0p N1wp N1w N1p N2wp N2w N2p
	S0wp,N0wp S0wp,N0w S0w,N0wp S0wp,N0p S0p,N0wp S0w,N0w S0p,N0p N0p,N1p
	N0p,N1p,N2p S0p,N0p,N1p S0hp,S0p,N0p S0p,S0lp,N0p S0p,S0rp,N0p S0p,N0p,N0lp

	S0wd S0pd N0wd N0pd S0w,N0wd S0p,N0pd
	S0wvr S0pvr S0wvl S0pvl N0wvl N0pvl
	S0hw S0hp S0l S0lw S0lp S0ll S0rw S0rp S0rl N0lw N0lp N0ll
	S0h2w S0h2p S0hl S0l2w S0l2p S0l2l S0r2w S0r2p S0r2l N0l2w N0l2p N0l2l
	S0p,S0lp,S0l2p S0p,S0rp,S0r2p S0p,S0hp,S0h2p N0p,N0lp,N0l2p
	S0wsr S0psr S0wsl S0psl N0wsl N0psl`

// inTable is a node of the tables: its position, its attribute, and an attribute of S0 or N0 beside
// it.
var inTable = regexp.MustCompile(`^([SN]\d)(h2|l2|r2|[hlr])?(wp|w|p|l)(d|vr|vl|sr|sl)?$`)

// fromTable writes a node of the tables as atoms.
func fromTable(t *testing.T, part string) []string {
	m := inTable.FindStringSubmatch(part)
	require.NotNil(t, m, part)
	node := m[1] + strings.Replace(m[2], "h2", "hh", 1)
	list := atoms(node, strings.Replace(m[3], "l", "d", 1))
	switch m[4] {
	case "":
		return list
	case "d":
		return append(list, "dist(S0,N0)")
	}
	return append(list, node+m[4])
}

func zn11(t *testing.T) []string {
	var table []string
	for _, entry := range strings.Fields(zn11Tables) {
		var template []string
		for _, part := range strings.Split(entry, ",") {
			template = append(template, fromTable(t, part)...)
		}
		table = append(table, canonical(strings.Join(template, " ")))
	}
	require.Len(t, table, 12+8+6+6+6+12+16+6)
	return table
}

func canonicalLines(t *testing.T, system string) []string {
	var list []string
	for _, template := range lines(named(t, "zn11", system)) {
		list = append(list, canonical(template))
	}
	return list
}

func TestZN11IsTables1And2(t *testing.T) {
	require.ElementsMatch(t, zn11(t), canonicalLines(t, "arc-eager"))
	require.ElementsMatch(t, zn11(t), canonicalLines(t, "arc-eager-nonmonotonic"))
}

// substituted renames nodes in templates, longest names first, and drops those
// templates that name a node that does not exist in the system.
func substituted(templates []string, pairs ...string) []string {
	var list []string
	for _, template := range templates {
		list = append(list, canonical(strings.NewReplacer(pairs...).Replace(template)))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// In arc-hybrid the items below S0 stand for its head and that one's head; the
// label of a stack item, which has no head, goes.
func TestZN11ForArcHybrid(t *testing.T) {
	table := slices.DeleteFunc(zn11(t), func(template string) bool { return template == "S0d" || template == "S0hd" })
	for _, system := range []string{"arc-hybrid", "arc-hybrid-swap", "head-offset"} {
		require.ElementsMatch(t, substituted(table, "S0hh", "S2", "S0h", "S1"), canonicalLines(t, system))
	}
}

// In arc-standard S1 and S0 are the two nodes that are joined, like S0 and N0 in arc-eager; S0 has
// right dependents as well.
func TestZN11ForArcStandard(t *testing.T) {
	table := slices.DeleteFunc(zn11(t), func(template string) bool { return template == "S0d" || template == "S0hd" })
	want := substituted(table, "S0hh", "S3", "S0h", "S2", "S0", "S1", "N0", "S0", "N1", "N0", "N2", "N1")
	right := []string{"S0rw", "S0rp", "S0rd", "S0vr S0w", "S0p S0vr", "S0p S0rp S1p", "S0sr S0w", "S0p S0sr"}
	require.ElementsMatch(t, append(want, right...), canonicalLines(t, "arc-standard"))
}
