package conll

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// rain is a sentence with nothing wrong: rainMeta, three words and a blank line.
const (
	rainMeta = "# sent_id = s1\n# text = Rain fell.\n"
	rainRows = "1\tRain\train\tNOUN\t_\t_\t2\tnsubj\t_\t_\n" +
		"2\tfell\tfall\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n" +
		"3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\n"
	rain = rainMeta + rainRows + "\n"
)

// oddPlaces are texts with ranges, empty nodes, comments and blank lines in odd places, what a
// reader finds and what each level of Validate adds: "line class rule", in the order of the lines.
var oddPlaces = []struct{ text, reader, format, ud string }{
	{rain, "", "", ""},

	// Empty nodes: before the first word, several of them, inside ranges, at the end.
	{changed("1\tRain", node("0.1")+"1\tRain"), "", "", ""},
	{changed("1\tRain", node("0.1")+node("0.2")+"1\tRain"), "", "", ""},
	{changed("1\tRain", node("0.1")+multiword("1-1")+"1\tRain"), "", "", ""},
	{changed("1\tRain", multiword("1-1")+node("0.1")+"1\tRain"), "", "4 format empty-node-place", "4 format empty-node-place"},
	{rainMeta + rainRows + node("3.1") + "\n", "", "", ""},
	{changed("1\tRain", "1-3\tRainfell.\t_\t_\t_\t_\t_\t_\t_\t_\n1\tRain", "Rain fell", "Rainfell", "2\tfell",
		node("1.1")+"2\tfell", "SpaceAfter=No", "_"), "", "", ""},
	{changed("1\tRain", node("0.2")+"1\tRain"), "f.conllu:3:1: [s1] bad empty node 0.2, want 0.1", "3 format empty-node", "3 format empty-node"},
	{changed("1\tRain", node("0.0")+"1\tRain"), "f.conllu:3:1: [s1] bad empty node 0.0, want 0.1", "3 format empty-node", "3 format empty-node"},
	{changed("1\tRain", node("1.1")+"1\tRain"), "f.conllu:3:1: [s1] bad empty node 1.1, want 0.1", "3 format empty-node", "3 format empty-node"},
	{changed("2\tfell", node("1.1")+node("1.1")+"2\tfell"), "f.conllu:5:1: [s1] bad empty node 1.1, want 1.2", "5 format empty-node", "5 format empty-node"},

	// Ranges: over the whole sentence, over one word, overlapping, beyond the end, misplaced.
	{changed("1\tRain", "1-3\tRainfell.\t_\t_\t_\t_\t_\t_\t_\t_\n1\tRain", "Rain fell", "Rainfell", "SpaceAfter=No", "_"), "", "", ""},
	{changed("1\tRain", "1-3\tRain fell.\t_\t_\t_\t_\t_\t_\t_\t_\n1\tRain", "SpaceAfter=No", "_"), "", "3 format white-space-range", "3 format white-space-range"},
	{changed("1\tRain", "1-3\tRain fell.\t_\t_\t_\t_\t_\t_\t_\t_\n1\tRain"), "", "3 format white-space-range",
		"3 format white-space-range; 5 text space-after-inside"},
	{changed("1\tRain", multiword("1-2")+"1\tRain", "2\tfell", multiword("2-3")+"2\tfell"),
		"f.conllu:5:1: [s1] bad multiword range 2-3: word 2 is in a range already", "5 format range", "5 format range"},
	{changed("1\tRain", multiword("1-2")+multiword("1-3")+"1\tRain"),
		"f.conllu:4:1: [s1] bad multiword range 1-3: word 1 is in a range already", "4 format range", "4 format range"},
	{changed("1\tRain", multiword("1-9")+"1\tRain", "3\t.", node("2.1")+"3\t."),
		"f.conllu:3:1: [s1] bad multiword range 1-9: the sentence has 3 words", "3 format range", "3 format range"},
	{changed("1\tRain", node("0.1")+"1\tRain", "2\tfell", "# here\n"+multiword("2-4")+"2\tfell"),
		"f.conllu:6:1: [s1] bad multiword range 2-4: the sentence has 3 words", "6 format range", "6 format range"},
	{changed("2\tfell", multiword("1-2")+"2\tfell"), `f.conllu:4:1: [s1] bad multiword range "1-2"; the next word is 2`, "4 format range", "4 format range"},
	{changed("1\tRain", multiword("0-1")+"1\tRain"), `f.conllu:3:1: [s1] bad multiword range "0-1"; the next word is 1`, "3 format range", "3 format range"},
	{changed("1\tRain", multiword("1-02")+"1\tRain"), `f.conllu:3:1: [s1] bad multiword range "1-02"; the next word is 1`, "3 format range", "3 format range"},
	{changed("1\tRain", multiword("1-1.1")+"1\tRain"), `f.conllu:3:1: [s1] bad multiword range "1-1.1"; the next word is 1`, "3 format range", "3 format range"},

	// Comments in the middle, at the end, and without words.
	{changed("2\tfell", "# here\n2\tfell"), "", "4 format comment-place", "4 format comment-place"},
	{rainMeta + rainRows + "# end\n\n", "", "6 format comment-place", "6 format comment-place"},
	{rain + "# alone\n\n" + again, "f.conllu:7:1: sentence without words", "7 format no-words", "7 format no-words"},
	{rain + "# alone\n", "f.conllu:7:1: sentence without words", "7 format no-words; 7 format blank-lines", "7 format no-words; 7 format blank-lines"},
	{"# alone", "f.conllu:1:1: sentence without words", "1 format no-words; 1 format blank-lines", "1 format no-words; 1 format blank-lines"},
	{"#\n##\n#x\n" + rain, "", "", ""},
	{"# newdoc id =\n" + rain, "", "", ""},
	{"# newpar id = p\n# newdoc id = a b\n" + rain, "", "", ""},
	{"# newdoc\n# newdoc id = d\n" + rain, "", "", "2 metadata newdoc-again"},
	{"#newpar\n# newpar\n" + rain, "", "", "2 metadata newpar-again"},
	{changed("# sent_id = s1", "# sent_id ="), "", "", "1 metadata sent-id"},
	{changed("# sent_id = s1", "#sent_id=s 1"), "", "", "1 metadata sent-id"},
	{"# sent_id: s0\n" + rain, "", "", "1 metadata sent-id"},
	{"# sent_id = s0\n" + rain, "", "", "2 metadata sent-id-again"},
	{changed("# text = Rain fell.", "# Text = Rain fell."), "", "", "1 text text-missing"},
	{changed("# text = Rain fell.\n", ""), "", "", "1 text text-missing"},
	{rainRows + "\n", "", "", "1 metadata sent-id-missing; 1 text text-missing"},

	// Blank lines and line endings.
	{strings.TrimSuffix(rain, "\n"), "", "5 format blank-lines", "5 format blank-lines"},
	{strings.TrimSuffix(rain, "\n\n"), "", "5 format blank-lines", "5 format blank-lines"},
	{rain + "\n\n", "", "6 format blank-lines", "6 format blank-lines"},
	{rain + "\n\n" + again, "", "6 format blank-lines", "6 format blank-lines"},
	{"\n\n" + rain, "", "1 format blank-lines", "1 format blank-lines"},
	{rainMeta + rainRows + " \t\n" + again, "", "6 format blank-line-not-empty", "6 format blank-line-not-empty"},
	{strings.ReplaceAll(rain, "\n", "\r\n"), "", "1 format line-ending", "1 format line-ending"},
	{rain + strings.ReplaceAll(again, "\n", "\r\n"), "", "7 format line-ending", "7 format line-ending"},
	{strings.ReplaceAll(rain, "\n", "\r"), `f.conllu:1:1: [s1] sentence without words; lines end in "\r" instead of "\n"`,
		"1 format line-ending; 1 format no-words; 1 format blank-lines", "1 format line-ending; 1 format no-words; 1 format blank-lines"},
	{strings.ReplaceAll(rainRows, "\n", "\r"), `f.conllu:1:36: wrong number of columns: 28, want 10; lines end in "\r" instead of "\n"`,
		"1 format line-ending; 1 format columns; 1 format blank-lines", "1 format line-ending; 1 format columns; 1 format blank-lines"},
	{"\ufeff" + rain, "", "1 format byte-order-mark", "1 format byte-order-mark"},
	{rain + "\ufeff" + again, "f.conllu:7:1: bad character encoding: a byte order mark inside the file", "7 format encoding", "7 format encoding"},
	{rain + "\ufeff" + rainRows + "\n", "f.conllu:7:1: bad character encoding: a byte order mark inside the file", "7 format encoding", "7 format encoding"},

	// Columns: tabs too many, none, empty ones, blanks in them, underscores.
	{changed("nsubj\t_\t_\n", "nsubj\t_\t_\t\n"), "f.conllu:3:34: [s1] wrong number of columns: 11, want 10", "3 format columns", "3 format columns"},
	{changed("nsubj\t_\t_\n", "nsubj\t_\t\n"), "f.conllu:3:32: [s1] empty column 10 (MISC); write _ when there is nothing to say",
		"3 format empty-column", "3 format empty-column"},
	{changed("nsubj\t_\t_\n", "nsubj\t_\n"), "f.conllu:3:31: [s1] wrong number of columns: 9, want 10", "3 format columns", "3 format columns"},
	{changed("1\tRain", " 1\tRain"), `f.conllu:3:1: [s1] bad ID " 1"; the next word is 1`, "3 format id", "3 format id"},
	{changed("Rain\train", "_\t_", "= Rain", "= _"), "", "", ""},
	{changed("Rain\train", "Black rain\tblack rain", "= Rain", "= Black rain"), "", "", ""},
	{changed("Rain\train", "100\u00a0000\t100 000", "= Rain", "= 100\u00a0000"), "", "", ""},
	{changed("Rain\train", "Rain \train"), "", "3 format white-space-around", "3 text space-after; 3 format white-space-around"},
	{changed("NOUN\t_", "NOUN\t\u00a0"), "", "3 format white-space", "3 format white-space"},
	{changed("2\tnsubj", "2.1\tnsubj"), `f.conllu:3:22: [s1] bad HEAD "2.1": want _ or a plain number`, "3 format head", "3 format head"},

	// FEATS, DEPS and MISC.
	{changed("NOUN\t_\t_", "NOUN\t_\tCase=Nom|Abbr=Yes"), "", "", "3 labels feats"},
	{changed("NOUN\t_\t_", "NOUN\t_\tCase=Nom|"), "", "", "3 labels feats"},
	{changed("NOUN\t_\t_", "NOUN\t_\tCase=Nom,Acc"), "", "", "3 labels feats"},
	{changed("nsubj\t_", "nsubj\t0.1:nsubj|2:nsubj", "root\t_", "root\t0:root", "punct\t_", "punct\t2:punct",
		"1\tRain", "0.1\tit\tit\tPRON\t_\t_\t_\t_\t2:dep\t_\n1\tRain"), "", "", ""},
	{changed("nsubj\t_", "nsubj\t1.1:nsubj"), "", "", "3 enhanced deps-head"},
	{changed("nsubj\t_", "nsubj\t02:nsubj"), "", "", "3 enhanced deps-syntax"},
	{changed("nsubj\t_", "nsubj\t2.0:nsubj"), "", "", "3 enhanced deps-syntax"},
	{changed("nsubj\t_", "nsubj\t2:nsubj|"), "", "", "3 enhanced deps-syntax"},
	{changed("nsubj\t_\t_", "nsubj\t_\tA=1|A=2|B|C=a=b"), "", "", ""},
	{changed("nsubj\t_\t_", "nsubj\t_\tA=1||=x"), "", "", "3 warning misc-empty; 3 warning misc-name"},
	{changed("nsubj\t_\t_", "nsubj\t_\tspaceafter=No|A =1"), "", "", "3 warning misc-case; 3 warning misc-blank"},
	{changed("nsubj\t_\t_", "nsubj\t_\tSpaceAfter=Yes"), "", "", "3 text space-after-value"},
}

// changed is the sentence with some of its texts replaced.
func changed(texts ...string) string { return strings.NewReplacer(texts...).Replace(rain) }

// node is an empty node, and multiword a range, with this ID.
func node(id string) string      { return id + "\tit\tit\tPRON\t_\t_\t_\t_\t_\t_\n" }
func multiword(id string) string { return id + "\tRain\t_\t_\t_\t_\t_\t_\t_\t_\n" }

// again is the sentence under another ID.
var again = strings.Replace(rain, "s1", "s2", 1)

// In odd places ranges, empty nodes, comments and blank lines are written back unchanged, or are
// errors with their place.
func TestOddPlaces(t *testing.T) {
	for _, c := range oddPlaces {
		good, bad := testkit.All(NewReader(strings.NewReader(c.text), "f.conllu").All())
		if c.reader == "" {
			require.Empty(t, bad, "%q", c.text)
			var again bytes.Buffer
			w := NewWriter(&again)
			for _, s := range good {
				require.NoError(t, w.Write(s))
			}
			require.NoError(t, w.Flush())
			require.Equal(t, c.text, again.String())
		} else {
			require.Len(t, bad, 1, "%q", c.text)
			require.EqualError(t, bad[0], c.reader)
		}
		require.Equal(t, c.format, rulesAt(t, c.text, LevelFormat), "%q", c.text)
		require.Equal(t, c.ud, rulesAt(t, c.text, LevelUD), "%q", c.text)
	}
}

// rulesAt lists the problems of a text as "line class rule".
func rulesAt(t *testing.T, text string, level int) string {
	var found []string
	err := Validate(NewReader(strings.NewReader(text), "f.conllu"), level, new(Validation), func(p Problem) {
		found = append(found, fmt.Sprintf("%d %s %s", p.Line, p.Class, p.ID))
	})
	require.NoError(t, err)
	return strings.Join(found, "; ")
}
