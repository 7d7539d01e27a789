package svg

import "parser/parser/internal/draw/internal/plan"

// Fonts, in pixels.
const (
	wordSize  = plan.WordSize
	tagSize   = plan.TagSize
	labelSize = plan.LabelSize

	baseline = 0.35 // of a font: from the middle of a text down to its baseline
)

// Spaces, in pixels.
const (
	margin    = 12.0 // around everything
	groundPad = 2.0  // what the ground of a line's label has in addition to it
	boxPad    = 2.0  // between a marked label of a tree and its box
	statePad  = 3.0  // between a word and the box of its state
	labelGap  = 3.0  // around the label of a node of a tree
)

// Sizes of words and of what is below them, in pixels from the top of the words down.
const (
	wordGap   = 4.0 // from the arrows to the words
	wordHigh  = wordSize * 1.3
	stateHigh = wordSize * 1.35 // of the box of a state
	tagHigh   = tagSize * 1.4
	tokenHigh = tagSize * 2 // of a multiword token with its bracket

	bracketTop  = 2.0 // of the bracket of a multiword token
	bracketFoot = 6.0
	tokenTop    = 8.0 // of its form
)

// Sizes of trees, in pixels.
const (
	columnHigh = wordSize * 1.4  // of the words, and of each of them seen from the side
	wordRise   = wordSize * 0.65 // from the top of a word to its middle
	jog        = 4.0             // how far a child must be from the middle of its parent to have a bar
)

// Sizes of graphs, in pixels.
const (
	roleTop  = labelSize * 0.6 // from the middle of a role to the top of its ground
	roleHigh = labelSize * 1.2 // of that ground
)
