// Package decode runs transition systems under policies. A [Derivation] is a
// sentence on its way from the initial configuration to a terminal one: it asks
// one [Decision] after another, and each answer is a move and its label. A
// [Policy] answers: a model by its scores, an oracle by its costs, a mixture of
// the two, a script. The [Decoder] has the only loop, for one sentence or for
// many side by side:
//
//	d := decode.Derivation{System: system, Actions: actions}
//	d.Start(0, len(words))
//	err := new(decode.Decoder).Run(policy, &d)   // the tree is then in d.Config
//
// Parsing, roll-in, roll-out, going through a derivation again and the steps that
// "parser oracle" prints are this loop under different policies.
package decode
