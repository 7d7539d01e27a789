package amr

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/testdata/testkit"
)

// FuzzValidate finds a problem wherever the reader finds an error, each at a line of the file; if a
// file has no problem, all its graphs can be written.
func FuzzValidate(f *testing.F) {
	sample, err := os.ReadFile("testdata/sample.amr")
	require.NoError(f, err)
	f.Add(sample[:600])
	f.Add([]byte("# ::id a\n(b / boy :ARG0 c2 :x x :op1 -)\n\n# ::id a\n(g\n\n(h / 'h)"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
			return
		}
		good, bad := testkit.All(NewReader(bytes.NewReader(data), "f").All())
		var sum conll.Validation
		problems, last := 0, bytes.Count(data, []byte("\n"))+1
		err := Validate(NewReader(bytes.NewReader(data), "f"), &sum, func(p conll.Problem) {
			require.NotEmpty(t, p.Text)
			require.NotEmpty(t, p.ID)
			require.True(t, 0 < p.Line && p.Line <= last, p.Line)
			problems++
		})
		require.NoError(t, err)
		require.Equal(t, problems, sum.Problems+sum.Warnings)
		require.Equal(t, len(good)+len(bad), sum.Sentences)
		require.GreaterOrEqual(t, sum.Problems, len(bad))
		for _, err := range bad {
			require.True(t, textfile.Resumable(err))
		}
		for _, g := range good {
			require.NoError(t, g.Check())
		}
	})
}
