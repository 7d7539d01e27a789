package amr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/testdata/testkit"
)

// malformed has texts, the cause of their first error and its message.
var malformed = []struct {
	text  string
	cause error
	want  string
}{
	{"(b / boy", ErrUnfinished, `f:1: brackets not closed: found the end of the file, expected 1 more ")"`},
	{"(b / boy\n\n:ARG0 c)", ErrUnfinished, `f:1: brackets not closed: found a blank line, expected 1 more ")"`},
	{"# ::id b\n(b / boy :x (\n# ::id c", ErrUnfinished, `f:2: [b] brackets not closed: found a comment or another graph, expected 2 more ")"`},
	{"(b / boy\n(c / cat)", ErrUnfinished, `f:1: brackets not closed: found a comment or another graph, expected 1 more ")"`},
	{"(b / boy))", ErrSyntax, `f:1:10: not PENMAN notation: found ")", expected nothing after the last bracket`},
	{"(b / boy) (c / cat)", ErrSyntax, `f:1:11: not PENMAN notation: found "(", expected nothing after the last bracket`},
	{"(b / boy) # c", ErrSyntax, `f:1:11: not PENMAN notation: found "#", expected nothing after the last bracket`},
	{")", ErrSyntax, `f:1:1: not PENMAN notation: found ")", expected "(" or a comment`},
	{"b / boy", ErrSyntax, `f:1:1: not PENMAN notation: found "b", expected "(" or a comment`},
	{" # ::id a", ErrSyntax, `f:1:2: not PENMAN notation: found "#", expected "(" or a comment`},
	{"()", ErrSyntax, `f:1:2: not PENMAN notation: found ")", expected a variable`},
	{"((b / boy))", ErrSyntax, `f:1:2: not PENMAN notation: found "(", expected a variable`},
	{"(/ boy)", ErrSyntax, `f:1:2: not PENMAN notation: found "/", expected a variable`},
	{"(:ARG0 b / boy)", ErrSyntax, `f:1:2: not PENMAN notation: found ":ARG0", expected a variable`},
	{`("b" / boy)`, ErrSyntax, `f:1:2: not PENMAN notation: found "\"b\"", expected a variable`},
	{"(b~e.1 / boy)", ErrSyntax, `f:1:2: not PENMAN notation: found "b~e.1", expected a variable without alignment`},
	{"(b boy)", ErrSyntax, `f:1:4: not PENMAN notation: found "boy", expected "/", a role or ")"`},
	{"(b / )", ErrSyntax, `f:1:6: not PENMAN notation: found ")", expected a concept`},
	{"(b // boy)", ErrSyntax, `f:1:5: not PENMAN notation: found "/", expected a concept`},
	{"(b / :ARG0 (c))", ErrSyntax, `f:1:6: not PENMAN notation: found ":ARG0", expected a concept`},
	{"(b / (c))", ErrSyntax, `f:1:6: not PENMAN notation: found "(", expected a concept`},
	{"(b / bad boy)", ErrSyntax, `f:1:10: not PENMAN notation: found "boy", expected a role or ")"`},
	{"(b / boy (c / cat))", ErrSyntax, `f:1:10: not PENMAN notation: found "(", expected a role or ")"`},
	{"(b :x c / boy)", ErrSyntax, `f:1:9: not PENMAN notation: found "/", expected a role or ")"`},
	{`(b / boy :x "a"b)`, ErrSyntax, `f:1:16: not PENMAN notation: found "b", expected a role or ")"`},
	{"(b / boy :ARG0)", ErrSyntax, `f:1:15: not PENMAN notation: found ")", expected the target of the role ":ARG0"`},
	{"(b / boy :ARG0~e.1 :ARG1 c)", ErrSyntax, `f:1:20: not PENMAN notation: found ":ARG1", expected the target of the role ":ARG0~e.1"`},
	{"(b / boy :x / c)", ErrSyntax, `f:1:13: not PENMAN notation: found "/", expected the target of the role ":x"`},
	{"(b / boy : c)", ErrSyntax, `f:1:10: not PENMAN notation: found ":", expected a role with a name`},
	{"(b / boy :~e.1 c)", ErrSyntax, `f:1:10: not PENMAN notation: found ":~e.1", expected a role with a name`},
	{"(b / boy :x \"a b)\n\n", ErrSyntax, `f:1:13: not PENMAN notation: found "\"a b)", expected a quotation mark at its end`},
	{`(b / boy :x "a\")`, ErrSyntax, `f:1:13: not PENMAN notation: found "\"a\\\")", expected a quotation mark at its end`},
	{"(b / boy ~e.1)", ErrSyntax, `f:1:10: not PENMAN notation: found "~e.1"` + lateAlignment},
	{"(b / boy)~e.1", ErrSyntax, `f:1:10: not PENMAN notation: found "~e.1"` + lateAlignment},
	{"(b / boy~e.)", ErrSyntax, `f:1:9: not PENMAN notation: found "~e.", expected an alignment such as ~e.3,4 or ~3`},
	{"(b / boy~1~2)", ErrSyntax, `f:1:11: not PENMAN notation: found "~2"` + lateAlignment},
	{"(b / boy~e.1,)", ErrSyntax, `f:1:9: not PENMAN notation: found "~e.1,", expected an alignment such as ~e.3,4 or ~3`},
	{"# ::id b\n(b / boy\n :x (b / boy))", errTwice, `f:3:6: [b] variable defined twice: found "b" again, expected another`},
	{"(b / b\x00y)", ErrSyntax, `f:1:7: not PENMAN notation: found the control character U+0000, expected text`},
	{"(b / \xffboy)", errEncoding, `f:1:6: bad character encoding: byte 0xFF is not UTF-8; if the file is windows-1252: --encoding windows-1252`},
	{"# ::snt a\x7f\n(b / boy)", ErrSyntax, `f:1:10: not PENMAN notation: found the control character U+007F, expected text`},
	{"# ::id b\n# ::snt \xc3(\n(b / boy", errEncoding,
		`f:2:9: [b] bad character encoding: byte 0xC3 is not UTF-8; if the file is windows-1252: --encoding windows-1252`},
	{"# a\n# ::id b\n", errNoGraph, `f:1: [b] comments without a graph: found the end of the file, expected "("`},
	{"\n# ::id b\n# ::snt c\n\n# ::id d\n(d / dog)", errNoGraph, `f:2: [b] comments without a graph: found the id of another, expected "("`},
	{"(b / boy \ufeff(c / cat))", ErrSyntax, "f:1:10: not PENMAN notation: found \"\\ufeff\", expected a role or \")\""},
}

// lateAlignment is what is expected where an alignment stands elsewhere.
const lateAlignment = ", expected an alignment directly after a role, a concept, a constant or the mention of a variable"

// Whatever is wrong with a graph, the error says where and what, and the next graph is read.
func TestMalformed(t *testing.T) {
	for _, c := range malformed {
		r := NewReader(strings.NewReader(c.text+"\n\n# ::id good\n(g / good)\n"), "f")
		_, err := r.Read()
		if c.cause == ErrUnfinished && strings.Contains(c.want, "end of the file") || c.cause == errNoGraph {
			r = NewReader(strings.NewReader(c.text), "f")
			_, err = r.Read()
		}
		require.EqualError(t, err, c.want)
		require.ErrorIs(t, err, c.cause, c.text)
		require.True(t, textfile.Resumable(err))

		good, _ := testkit.All(NewReader(strings.NewReader(c.text+"\n\n# ::id good\n(g / good)\n"), "f").All())
		require.NotEmpty(t, good, c.text)
		require.Equal(t, "(g / good)", flat(good[len(good)-1]), c.text)
		id, _ := good[len(good)-1].Get("id")
		require.Equal(t, "good", id)
	}
}

// A bad graph costs no other: each gives one error, and those between them are read.
func TestGoingOn(t *testing.T) {
	r := NewReader(strings.NewReader(strings.Join([]string{
		"# ::id 1", "(a / b", "   :ARG0 (c d)", "   :ARG1 (e / f))", // no blank line after it
		"# ::id 2", "(a / b)",
		"# ::id 3", "(a / b", "   :ARG0 ()", "   :ARG1 (e / f))", "",
		"text", "more text", "",
		"(a / b", "(a / c)",
		"# ::id 4", "",
		"# ::id 5 ::x y", "(a / d)",
		"# ::id 6", "# \x00", "# ::id 7", "(a / e)", "(a / f)",
	}, "\n")), "f")
	var got []string
	for g, err := range r.All() {
		if err != nil {
			place, _, _ := strings.Cut(err.Error(), ": ")
			got = append(got, place)
			continue
		}
		got = append(got, fmt.Sprint(flat(g), g.Meta))
	}
	require.Equal(t, []string{
		"f:3:13", "(a / b)[{id 2}]", "f:9:11", "f:12:1", "f:15", "(a / c)[]", "f:17", "(a / d)[{id 5} {x y}]", "f:22:3", "(a / f)[]",
	}, got)
}
