package amr

import (
	"errors"
	"fmt"

	"parser/conll"
	"parser/conll/textfile"
)

// Causes that [Validate] reports besides those of a Reader.
var (
	errTwiceID      = textfile.NewCause("id-twice", "an id that another graph has")
	errLikeVariable = textfile.NewCause("undefined-variable", "a constant that looks like a variable")
	errNoConcept    = textfile.NewCause("no-concept", "a variable without a concept")
	errNoID         = textfile.NewCause("no-id", "a graph without an id")
)

var variableLike = textfile.Pattern(`^[a-z][0-9]*$`)

// Validate reports, graph by graph, what a [Reader] cannot read, and ids that occur twice. It warns
// about a constant that looks like a variable, since it may mention an undefined one, a variable
// without concept, and a graph without id. The error is that of the stream.
func Validate(r *Reader, sum *conll.Validation, report func(conll.Problem)) error {
	ids := map[string]int{} // lines
	for g, err := range r.All() {
		var bad *Error
		if errors.As(err, &bad) {
			g = &Graph{File: bad.File, Line: bad.Line, Meta: []Meta{{"id", bad.SentID}}}
		} else if err != nil {
			return err
		}
		id, _ := g.Get("id")
		problem := func(class conll.Class, err error) {
			var cause *textfile.Cause
			errors.As(err, &cause)
			p := conll.Problem{File: g.File, Line: g.Line, SentID: id, Class: class, ID: cause.Rule, Text: err.Error()}
			sum.Count(p)
			report(p)
		}
		sum.Sentences++
		sum.Words += len(g.Words())
		first, again := ids[id]
		switch {
		case bad != nil:
			problem(conll.ClassFormat, bad.Err)
		case id == "":
			problem(conll.ClassWarning, errNoID)
		case again:
			problem(conll.ClassMetadata, fmt.Errorf("%w: first in line %d", errTwiceID, first))
		default:
			ids[id] = g.Line
		}
		for i := range g.Nodes {
			switch n := &g.Nodes[i]; {
			case n.Concept == "":
				problem(conll.ClassWarning, fmt.Errorf("%w: %q", errNoConcept, n.Var))
			case n.Constant() && variableLike().MatchString(n.Concept):
				problem(conll.ClassWarning, fmt.Errorf("%w: %q", errLikeVariable, n.Concept))
			}
		}
	}
	return nil
}
