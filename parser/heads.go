package parser

import (
	"fmt"

	"parser/conll"
	"parser/oracle"
	"parser/parser/structure"
)

// KeepingHeads returns a parser like p that completes trees: words with a head keep it, and
// their label if they have one, and the tree is built around these arcs, by the moves that
// the oracle of the system lets pass ([oracle.Keeping]). A word without head has
// conll.NoHead, which is "_" in a file. The given arcs must be part of a tree that the
// system can build: others are errors of [Parser.Check]. The error is an ErrKind unless p builds dependencies.
func (p *Parser) KeepingHeads() (*Parser, error) {
	_, ok := p.encoder.(structure.Keeper)
	if !ok {
		return nil, fmt.Errorf("%w: there are no heads to keep for system %s", ErrKind, p.system.Name())
	}
	q := p.clone()
	q.keep = true
	return q, nil
}

// newKeeping returns what keeps given arcs, nil for a parser that keeps none.
func (p *Parser) newKeeping() *oracle.Keeping {
	if !p.keep {
		return nil
	}
	k, _ := oracle.NewKeeping(p.system) // which a Keeper's system always has
	return k
}

// keep lets the derivation keep the arcs that words have, which Check has let pass.
func (p *place) keep(by *Parser, words []conll.Word) {
	by.encoder.(structure.Keeper).Kept(&p.given, words)
	_ = p.derivation.Keeping.Start(&p.given) // it takes what Check does
}
