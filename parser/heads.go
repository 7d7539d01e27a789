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
// system can build, see [Parser.CheckHeads]; Parse and Stream return an error for those
// that are not. The error is an ErrKind unless p builds dependencies.
func (p *Parser) KeepingHeads() (*Parser, error) {
	_, ok := p.encoder.(structure.Keeper)
	if !ok {
		return nil, fmt.Errorf("%w: there are no heads to keep for system %s", ErrKind, p.system.Name())
	}
	q := p.clone()
	q.keep = true
	return q, nil
}

// CheckHeads returns a *conll.Error if no tree that the parser can build has all heads that
// s has: words form a cycle, two hang from ROOT where one may (conll.ErrRoots), or no
// projective tree has all of the arcs (conll.ErrNonProjective). Of a parser that does not
// keep heads it is nil. Of nil it is ErrNil.
func (p *Parser) CheckHeads(s *conll.Sentence) error {
	switch {
	case s == nil:
		return ErrNil
	case !p.keep:
		return nil
	}
	return p.encoder.(structure.Keeper).CheckKept(p.system, s)
}

// newKeeping returns what keeps given arcs, nil for a parser that keeps none.
func (p *Parser) newKeeping() *oracle.Keeping {
	if !p.keep {
		return nil
	}
	k, _ := oracle.NewKeeping(p.system) // which a Keeper's system always has
	return k
}

// keep lets the derivation keep the arcs that words have, which CheckHeads has let pass.
func (p *place) keep(by *Parser, words []conll.Word) {
	by.encoder.(structure.Keeper).Kept(&p.given, words)
	_ = p.derivation.Keeping.Start(&p.given) // it takes what CheckHeads does
}
