package neural

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpelling: what is known of the letters of a form, affixes by kinds.
func TestSpelling(t *testing.T) {
	type values = func(string, func(byte, string))
	for _, x := range []struct {
		of   values
		form string
		want []string
	}{
		{affixes, "Små1", []string{"11", "2å1", "3må1", "4Små1", "5S", "6Sm", "7Små", "8f"}},
		{affixes, "a", []string{"1a", "5a", "8a"}},
		{affixes, "", []string{"8a"}},
		{affixes, "\xff-\x80", []string{"1\x80", "2-\x80", "3\xff-\x80", "5\xff", "6\xff-", "7\xff-\x80", "8i"}},
		{trigrams, "Små1", []string{"0<sm", "0små", "0må1", "0å1>"}},
		{trigrams, "Å", []string{"0<å>"}},
		{trigrams, "", nil},
		{trigrams, "\xff-", []string{"0<\ufffd-", "0\ufffd->"}},
	} {
		var got []string
		x.of(x.form, func(kind byte, value string) { got = append(got, fmt.Sprint(kind, value)) })
		require.Equal(t, x.want, got, "%q", x.form)
	}
}
