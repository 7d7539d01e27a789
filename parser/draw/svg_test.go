package draw_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/draw"
)

func svg(t testing.TB, p *draw.Picture, o draw.Options) string {
	return drawn(t, func(b *bytes.Buffer) error { return p.SVG(b, o) })
}

// What is no picture is an error, never a panic.
func TestSVGErrors(t *testing.T) {
	word := []draw.Word{{Form: "a"}, {Form: "b"}}
	node := &draw.Node{}
	node.Children = []*draw.Node{node}
	for name, p := range map[string]*draw.Picture{
		"head":         {Words: word, Arcs: []draw.Arc{{Head: 3, Dep: 1}}},
		"dependent":    {Words: word, Arcs: []draw.Arc{{Head: 1}}},
		"loop":         {Words: word, Arcs: []draw.Arc{{Head: 1, Dep: 1}}},
		"mark":         {Words: word, Arcs: []draw.Arc{{Head: 1, Dep: 2, Mark: 9}}},
		"state":        {Words: []draw.Word{{State: 9}}},
		"token":        {Words: word, Tokens: []draw.Token{{First: 1, Last: 3}}},
		"tokens":       {Words: word, Tokens: []draw.Token{{First: 1, Last: 2}, {First: 2, Last: 2}}},
		"node":         {Words: word, Trees: []*draw.Node{nil}},
		"child":        {Words: word, Below: []*draw.Node{{Children: []*draw.Node{nil}}}},
		"mark of node": {Words: word, Trees: []*draw.Node{{Mark: 9}}},
		"leaf":         {Words: word, Trees: []*draw.Node{{Word: 3}}},
		"inner leaf":   {Words: word, Trees: []*draw.Node{{Word: 1, Children: []*draw.Node{{Word: 2}}}}},
	} {
		require.ErrorIs(t, p.SVG(&bytes.Buffer{}, draw.Options{}), draw.ErrPicture, name)
	}
	for name, p := range map[string]*draw.Picture{
		"words": {Words: make([]draw.Word, draw.MaxWords+1)},
		"cycle": {Trees: []*draw.Node{node}},
	} {
		require.ErrorIs(t, p.SVG(&bytes.Buffer{}, draw.Options{}), draw.ErrTooLarge, name)
	}
	require.ErrorIs(t, pictures(t)["arcs"].SVG(full{}, draw.Options{}), errFull)
}

// A multiword token stays in one row, and has room for its form.
func TestSVGKeepsTokensWhole(t *testing.T) {
	p := pictures(t)["tokens"]
	for width := 1; width < 300; width += 7 {
		require.Equal(t, 1, bytes.Count([]byte(svg(t, p, draw.Options{Width: width})), []byte(">don’t<")), width)
	}
}
