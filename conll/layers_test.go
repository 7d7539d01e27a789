package conll

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A layer lacks the columns of the other one, and all other bytes stay, even if lines end in different ways.
func TestLayers(t *testing.T) {
	const (
		head  = "# text = Ann saw Bob, Bo Al\n1-2\tx\t_\t_\t_\t_\t_\t_\t_\t_\r\n"
		word1 = "1\tAnn\t_\tX\t_\t_\t0\troot\t0:root\tA=1\r\n"
		word2 = "2\tBo Al\t_\tX\t_\t_\t1\tconj\t1:conj|1:obj\t_\n"
		empty = ".1\tsaw\tsee\tVERB\t_\t_\t_\t_\t1:conj\tCopyOf=1\n"
	)
	for _, body := range []string{head + word1 + word2, head + word1 + "1" + empty + word2, head + word1 + word2 + "2" + empty, "0" + empty + word1 + word2} {
		var basic, enhanced string
		for line := range strings.Lines(body) {
			columns := strings.Split(line, "\t")
			if id := columns[0]; id == "1" || id == "2" {
				columns[8] = "_"
				basic += strings.Join(columns, "\t")
				columns = strings.Split(line, "\t")
				columns[6], columns[7] = "_", "_"
			} else if !strings.Contains(id, ".") {
				basic += line
			}
			enhanced += strings.Join(columns, "\t")
		}
		for _, end := range []string{"\n", "\r\n", "\n\n\n"} {
			s, err := NewReader(strings.NewReader(body+end), "t.conllu").Read()
			require.NoError(t, err)
			assert.Equal(t, basic+end, write(t, s.BasicOnly()))
			assert.Equal(t, enhanced+end, write(t, s.EnhancedOnly()))
			assert.Equal(t, body+end, write(t, s), "the sentence itself stays")
		}
	}
}
