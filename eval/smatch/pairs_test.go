package smatch

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"parser/parser/amr"
)

func TestTogether(t *testing.T) {
	const a, b, c, bare = "# ::id a\n(a / a)\n\n", "# ::id b\n(b / b)\n\n", "# ::id c\n(c / c)\n\n", "(x / x)\n\n"
	for _, test := range []struct {
		gold    string
		systems []string
		pairs   int
		cause   error
		message string
	}{
		{a + b, []string{a + b, bare + b}, 2, nil, ""},
		{"", []string{""}, 0, nil, ""},
		{a + b, []string{a + b, a + c}, 1, errIDs, `0.amr:5: [b] gold and system graph differ in id: "b", but "c" at 2.amr:5`},
		{a + b, []string{a}, 1, errGraphCount, "0.amr:5: [b] gold and system differ in number of graphs: system ends after 1.amr:2"},
		{a, []string{a + bare}, 1, errGraphCount, "1.amr:4: gold and system differ in number of graphs: gold ends after 0.amr:2"},
		{a, []string{""}, 0, errGraphCount, "0.amr:2: [a] gold and system differ in number of graphs: system is empty"},
		{a + b, []string{a + "(x"}, 1, amr.ErrUnfinished, "1.amr:4: "},
	} {
		var readers []Source
		for i, text := range append([]string{test.gold}, test.systems...) {
			readers = append(readers, amr.NewReader(strings.NewReader(text), string(rune('0'+i))+".amr"))
		}
		pairs := 0
		err := Together(readers[0], readers[1:], func(gold *amr.Graph, systems []*amr.Graph) error {
			pairs++
			assert.Len(t, systems, len(test.systems))
			return nil
		})
		assert.Equal(t, test.pairs, pairs)
		assert.ErrorIs(t, err, test.cause)
		if err != nil {
			assert.True(t, strings.HasPrefix(err.Error(), test.message), err.Error())
		}
	}
	failed := errors.New("failed")
	source := amr.NewReader(strings.NewReader(a), "a.amr")
	assert.Equal(t, failed, Together(source, nil, func(*amr.Graph, []*amr.Graph) error { return failed }))
}
