// Package fsa holds weighted automata and transducers over the tropical
// semiring and the algorithms on them. It is of use on its own and knows
// nothing of parsing.
package fsa
