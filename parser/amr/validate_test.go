package amr

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

func TestValidate(t *testing.T) {
	text := `# ::id a ::tok The boy .
# ::snt The boy.
(b / boy :ARG0 c2 :x x :op1 - :op2 10 :op3 "c2" :op4 c2x :y C)

# ::id b ::snt Go now
(g)

# ::id a
(g / go-01

# ::id a
(g / go-01)

# ::snt no id
(g / go-01)
(h / 'h)
`
	var sum conll.Validation
	var found []string
	require.NoError(t, Validate(NewReader(strings.NewReader(text), "f"), &sum, func(p conll.Problem) { found = append(found, p.String()) }))
	require.Equal(t, []string{
		`[File f Line 3 Sent a]: [warning undefined-variable] a constant that looks like a variable: "c2"`,
		`[File f Line 3 Sent a]: [warning undefined-variable] a constant that looks like a variable: "x"`,
		`[File f Line 6 Sent b]: [warning no-concept] a variable without a concept: "g"`,
		`[File f Line 9 Sent a]: [format unfinished] brackets not closed: found a blank line, expected 1 more ")"`,
		`[File f Line 12 Sent a]: [metadata id-twice] an id that another graph has: first in line 3`,
		`[File f Line 15]: [warning no-id] a graph without an id`,
		`[File f Line 16]: [warning no-id] a graph without an id`,
	}, found)
	require.Equal(t, conll.Validation{
		Sentences: 6, Words: 3 + 2 + 2, Problems: 2, Warnings: 5,
		Classes: map[string]int{"warning": 5, "format": 1, "metadata": 1}, Rules: sum.Rules,
	}, sum)

	broken := errors.New("broken")
	require.ErrorIs(t, Validate(NewReader(iotest.ErrReader(broken), "f"), &sum, nil), broken)
}
