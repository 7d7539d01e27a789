// Package plan decides where the parts of a picture go, and in which order they are told: what
// several formats share.
package plan

import "parser/parser/draw"

// HasGraph reports whether a picture is drawn as a graph.
func HasGraph(p *draw.Picture) bool { return len(p.Vertices) > 0 }

// HasTrees reports whether a picture without a graph is drawn as trees.
func HasTrees(p *draw.Picture) bool { return len(p.Trees)+len(p.Below) > 0 }
