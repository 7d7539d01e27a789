package draw_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
)

// A picture that contradicts itself is an error, never a panic.
func TestCheckRefusesContradictions(t *testing.T) {
	word := []draw.Word{{Form: "a"}, {Form: "b"}}
	for name, p := range map[string]*draw.Picture{
		"head":           {Words: word, Arcs: []draw.Arc{{Head: 3, Dep: 1}}},
		"dependent":      {Words: word, Arcs: []draw.Arc{{Head: 1}}},
		"loop":           {Words: word, Arcs: []draw.Arc{{Head: 1, Dep: 1}}},
		"mark":           {Words: word, Arcs: []draw.Arc{{Head: 1, Dep: 2, Mark: 9}}},
		"state":          {Words: []draw.Word{{State: 9}}},
		"token":          {Words: word, Tokens: []draw.Token{{First: 1, Last: 3}}},
		"tokens":         {Words: word, Tokens: []draw.Token{{First: 1, Last: 2}, {First: 2, Last: 2}}},
		"node":           {Words: word, Trees: []*draw.Node{nil}},
		"child":          {Words: word, Below: []*draw.Node{{Children: []*draw.Node{nil}}}},
		"mark of node":   {Words: word, Trees: []*draw.Node{{Mark: 9}}},
		"leaf":           {Words: word, Trees: []*draw.Node{{Word: 3}}},
		"inner leaf":     {Words: word, Trees: []*draw.Node{{Word: 1, Children: []*draw.Node{{Word: 2}}}}},
		"edge to":        {Vertices: make([]draw.Vertex, 2), Edges: []draw.Edge{{From: 1, To: 3}}},
		"edge from":      {Vertices: make([]draw.Vertex, 2), Edges: []draw.Edge{{From: -1, To: 1}}},
		"edge to TOP":    {Vertices: make([]draw.Vertex, 2), Edges: []draw.Edge{{From: 1, To: 0}}},
		"mark of edge":   {Vertices: make([]draw.Vertex, 2), Edges: []draw.Edge{{From: 1, To: 2, Mark: 9}}},
		"state of graph": {Vertices: []draw.Vertex{{State: 9}}},
		"mark of graph":  {Vertices: []draw.Vertex{{Mark: 9}}},
	} {
		require.ErrorIs(t, p.Check(), draw.ErrPicture, name)
	}
}

func TestCheckRefusesLargePictures(t *testing.T) {
	word := []draw.Word{{}, {}}
	arcs := slices.Repeat([]draw.Arc{{Head: 1, Dep: 2}}, 20_000)
	edges := slices.Repeat([]draw.Edge{{From: 1, To: 1}}, 4000)
	for _, p := range []*draw.Picture{
		{Words: make([]draw.Word, 10_000)},
		{Words: word, Arcs: arcs},
		{Vertices: make([]draw.Vertex, 2000), Edges: edges},
	} {
		require.NoError(t, p.Check())
	}
	cycle := &draw.Node{}
	cycle.Children = []*draw.Node{cycle}
	for name, p := range map[string]*draw.Picture{
		"words":    {Words: make([]draw.Word, 10_001)},
		"arcs":     {Words: word, Arcs: append(arcs, arcs[0])},
		"vertices": {Vertices: make([]draw.Vertex, 2001)},
		"edges":    {Vertices: make([]draw.Vertex, 1), Edges: append(edges, edges[0])},
		"cycle":    {Trees: []*draw.Node{cycle}},
	} {
		require.ErrorIs(t, p.Check(), draw.ErrTooLarge, name)
	}
}
