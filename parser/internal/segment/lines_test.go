package segment

import (
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	how "parser/parser/text"
)

// TestKeepLines: whatever lines a text has, each gives one sentence or one error, in their order; a sentence has words
// unless its line is blank.
func TestKeepLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"", "", " ", "\t", "\u00a0", "\ufeff", "a", "b c.", "It 's", "x\u2029y", "\u2028", "e\u0301", "bad \xff", "\xffbad", "\r", "#"}
	for range 2000 {
		var lines []string
		for range random.IntN(6) {
			line := ""
			for range random.IntN(3) {
				line += parts[random.IntN(len(parts))]
			}
			lines = append(lines, line)
		}
		text := strings.Join(lines, "\n")
		if n := len(lines); n > 0 && (lines[n-1] == "" || random.IntN(2) == 0) {
			text += "\n"
		}
		for _, o := range []how.Options{{Segmented: how.Sentences}, {Segmented: how.Horizontal}, {Segmented: how.Sentences, Immediate: true}} {
			o.KeepLines = true
			r := NewReader(strings.NewReader(text), "f", rulesOf(Rules{}), contractions, nil, o)
			for i, line := range lines {
				s, err := r.Read()
				var bad *textfile.Error
				switch {
				case errors.As(err, &bad):
					require.Equal(t, i+1, bad.Line, "%q", text)
				case err != nil:
					require.NoError(t, err, "%q: line %d of %d", text, i+1, len(lines))
				default:
					require.Equal(t, i+1, s.Line, "%q", text)
					require.Equal(t, strings.Trim(line, " \t\r\u00a0\ufeff\u2028\u2029") == "", len(s.Words) == 0, "%q: line %d", text, i+1)
				}
				require.Equal(t, strings.Contains(line, "\xff"), err != nil, "%q: line %d", text, i+1)
			}
			_, err := r.Read()
			require.Equal(t, io.EOF, err, "%q", text)
		}
	}
}
