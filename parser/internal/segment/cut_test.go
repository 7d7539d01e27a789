package segment

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Quotation marks of typewriters are units, even if each mark is.
func TestCutTypedQuotes(t *testing.T) {
	rules := rulesOf(Rules{Single: []string{"marks"}})
	for text, want := range map[string]string{
		",,Ja": ",, Ja", "Nee,,": "Nee , ,", "ja.''": "ja . ''", "``No": "`` No", "'t": "' t", ",,,x": ", , , x", ",,": ", ,", "'''": "'' '",
	} {
		require.Equal(t, want, strings.Join(rules.cut(nil, text), " "))
	}
	require.Equal(t, opening, roleOf(",,"))
	require.Equal(t, noRole, roleOf(","))
}
