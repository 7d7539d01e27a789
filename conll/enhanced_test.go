package conll

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDeps(t *testing.T) {
	for _, text := range []string{"_", "0:root", "4:nsubj|8.1:obj", "2:conj:and|2:nsubj|10:obl:in_front_of"} {
		deps, err := ParseDeps(text)
		require.NoError(t, err)
		assert.Equal(t, text, FormatDeps(deps))
	}
	assert.Equal(t, "2:nsubj|2.1:obj|10:x", FormatDeps([]Dep{{Node{10, 0}, "x"}, {Node{2, 1}, "obj"}, {Node{2, 0}, "nsubj"}, {Node{10, 0}, "x"}}))
	for _, text := range []string{"x", "1", "1:", ":x", "01:x", "1.0:x", "1:x|", "-1:x", "1:x||2:y"} {
		_, err := ParseDeps(text)
		assert.ErrorIs(t, err, ErrDeps, text)
	}
}

func TestEnhanced(t *testing.T) {
	const text = "# text = a\n0.1\tz\t_\t_\t_\t_\t_\t_\t0:root\t_\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" +
		"1\ta\t_\t_\t_\t_\t0\troot\t0.1:nsubj|2.1:obj\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t1:dep\t_\n2.1\tc\t_\t_\t_\t_\t_\t_\t1:x\t_\n\n"
	s, err := NewReader(strings.NewReader(text), "t").Read()
	require.NoError(t, err)
	g, err := s.Enhanced()
	require.NoError(t, err)
	assert.Equal(t, []Node{{0, 1}, {1, 0}, {2, 0}, {2, 1}}, g.Nodes)
	assert.Equal(t, [][]Dep{{{Node{}, "root"}}, {{Node{0, 1}, "nsubj"}, {Node{2, 1}, "obj"}}, {{Node{1, 0}, "dep"}}, {{Node{1, 0}, "x"}}}, g.Deps)

	s.Words[1].Deps = "3:dep"
	_, err = s.Enhanced()
	assert.EqualError(t, err, "t:5: bad DEPS: there is no node 3")
	s.Words[1].Deps = "dep"
	_, err = s.Enhanced()
	assert.EqualError(t, err, `t:5: bad DEPS: "dep" is not of the form head:relation`)
}
