package automata_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/fsa"
	"parser/parser/cli/internal/automata"
)

// write writes three machines into files and returns their names.
func write(t testing.TB, texts ...string) (names []string) {
	for i, text := range texts {
		name := filepath.Join(t.TempDir(), string("CTD"[i]))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		names = append(names, name)
	}
	return names
}

// The costs along a sequence are those by hand: a first b is deleted, a second a too or, at the same cost, is in place of b.
func TestFollow(t *testing.T) {
	edits := "0 0 a a\n0 0 b b\n0 0 a b 1\n0 0 a 0 1\n0 0 b 0 1.5\n0 0 0 b 1\n0 0.25\n"
	p, err := automata.Read(write(t, "0 1 a\n0 1 b\n1 0 <eps>\n1\n", edits, "0 1 a\n1 2 b\n2\n"))
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b"}, p.Symbols())
	var text strings.Builder
	require.NoError(t, p.Follow([]string{"a", "a"}, func(s *automata.Step) error {
		_, err := text.WriteString(s.String())
		return err
	}))
	require.Equal(t, `
   1 prefix
     costs   a 0*   b 1.5   loss 0.25
     next    a

   2 prefix  a
     costs   a 1   b 0*   stop 1   loss 0.25
     next    a

   3 prefix  a a
     costs   a 1   b 0*   stop 0*   loss 1.25
`, text.String())
}

// Files that are read again to find a line may be gone by then; that is an error, too.
func TestReadUnread(t *testing.T) {
	_, err := automata.Read(write(t, "\ufeff0 1 a\n0 1 b\n1\n", "0 0 a a\n0\n", "0 1 a\n1\n"))
	require.ErrorIs(t, err, automata.ErrUnread)
	require.Regexp(t, `C:2: symbol is not read by .*T: "b"$`, err.Error())
}

// Whatever is in files, errors name one of them, and values agree with what is said about the end.
func FuzzRead(f *testing.F) {
	f.Add("0 1 a\n1\n", "0 0 a a\n0\n", "0 1 a\n1\n", "a")
	f.Add("0 1 a -1\n1 0 <eps>\n1\n", "0 0 a a -2\n0 0 0 a\n0 1\n", "0 1 a Infinity\n1 1\n", "a a")
	f.Add("0 0 a\n0\n", "0 0 a a\n0 0 0 a -1\n0\n", "0 0 a\n0\n", "")
	place := regexp.MustCompile(`(^open |[/\\])[CTD]\b`)
	f.Fuzz(func(t *testing.T, c, loss, d, prefix string) {
		const enough = 300 // bytes: negative weights need whole machines
		if len(c)+len(loss)+len(d) > enough {
			t.Skip("long machines with negative weights take long")
		}
		p, err := automata.Read(write(t, c, loss, d))
		if err != nil {
			require.Regexp(t, place, err.Error())
			return
		}
		least := fsa.One // of the whole prefix
		err = p.Follow(strings.Fields(prefix), func(s *automata.Step) error {
			least = s.Loss
			best := s.Stop != nil && *s.Stop == 0
			for _, c := range s.Costs {
				require.GreaterOrEqual(t, c.Cost, fsa.One)
				best = best || c.Cost == 0
			}
			require.True(t, best, "one choice is the best")
			return nil
		})
		if err != nil {
			require.Regexp(t, `[/\\][CTD]\b|prefix`, err.Error())
			return
		}
		if b, err := p.Best(strings.Fields(prefix), 3); err == nil {
			require.InDelta(t, float64(least), float64(b.Best[0].Loss), 1e-6*(1+math.Abs(float64(least))))
			require.Positive(t, b.Optimal.Sign())
		}
	})
}
