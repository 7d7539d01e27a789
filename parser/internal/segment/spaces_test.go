package segment

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

func TestEscape(t *testing.T) {
	for blanks, escaped := range map[string]string{
		"  ": `\s\s`, "\r\n\t": `\r\n\t`, "\u00a0\u2028\v": `\u00A0\u2028\u000B`,
	} {
		require.Equal(t, escaped, escape(blanks))
		require.Equal(t, blanks, unescape(escaped))
	}
	require.Equal(t, `|\ \q \u12 é`, unescape(`\p\\ \q \u12 é`))
}

func TestAppendText(t *testing.T) {
	s := &conll.Sentence{
		Words: []conll.Word{
			{Form: "A", Misc: `Gloss=a|SpacesAfter=\s\n|SpacesBefore=\t`}, {Form: "b"}, {Form: "c", Misc: "SpaceAfter=Yes"}, {Form: "d", Misc: "SpaceAfter=No"},
		},
		Extras: []conll.Extra{{Before: 1, Text: "2-3\tbc\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No"}},
	}
	text, err := AppendText([]byte("x"), s)
	require.NoError(t, err)
	require.Equal(t, "x\tA \nbcd", string(text))
	s.Extras[0].Text = strings.Replace(s.Extras[0].Text, "2-3", "2-9", 1)
	_, err = AppendText(nil, s)
	require.ErrorIs(t, err, conll.ErrRange)
}
