package engine

import (
	"fmt"
	"slices"
	"strings"

	"parser/parser/internal/decode"
	"parser/parser/internal/projective"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/transition"
)

// RequestError says which option of a request a parser cannot take.
type RequestError struct {
	Option string // of treebank.Request.Options
	Err    error
}

func (e *RequestError) Error() string { return e.Option + ": " + e.Err.Error() }

func (e *RequestError) Unwrap() error { return e.Err }

// With returns a parser like p that does what is asked, instead of what was asked of p before. A model file holds no
// request. The error is a RequestError: ErrBeam where the model does not know how sure it is, or cannot search that
// widely; ErrKind where it does not build what is asked about; ErrOptions about treebanks and stages that there are not.
func (p *Parser) With(r treebank.Request) (*Parser, error) {
	q := p.clone()
	q.request, q.rules = r, nil
	for _, wish := range []struct {
		option string
		asked  bool
		check  func() error
	}{
		{"treebank", r.Treebank != "", q.checkTreebank},
		{"beam", r.Beam != 0, q.checkBeam},
		{"nbest", r.NBest != 0, q.checkTrees},
		{"confidence", r.Probabilities, q.checkSure},
		{"keep-heads", r.KeepHeads, q.checkHeads},
		{"spans", r.KeepSpans, q.checkSpans},
		{"valid", r.Valid, q.makeRules},
		{"only", r.Only != "", q.checkStage},
		{"only", q.only != "", q.checkRead},
	} {
		if wish.asked {
			if err := wish.check(); err != nil {
				return nil, &RequestError{wish.option, err}
			}
		}
	}
	return q.askBase()
}

// Request returns what is asked of the parser.
func (p *Parser) Request() treebank.Request { return p.request }

// retagging returns a parser like p that tags all words, too.
func (p *Parser) retagging() *Parser {
	r := p.request
	r.Retag = true
	q, _ := p.With(r) // cannot fail: the parser takes the rest
	return q
}

// keeps reports whether trees that are there in part are completed.
func (p *Parser) keeps() bool { return p.request.KeepHeads || p.request.KeepSpans }

// decodes reports whether the parser's own system is to run: not for tags alone, unless it is a tagger, nor for the trees
// that graphs are made of.
func (p *Parser) decodes() bool { return p.request.Reaches(p.builds.Stage()) }

// askBase has the base of the parser tag all words if the parser does, and stop where that does.
func (p *Parser) askBase() (*Parser, error) {
	b := p.base()
	if b == nil {
		return p, nil
	}
	r := b.model.request
	if r.Retag = p.request.Retag; p.builds.NeedsHeads {
		r.Only = p.request.Only
	}
	if r == b.model.request {
		return p, nil
	}
	var err error
	b.model, err = b.model.With(r)
	p.replace(*b)
	return p, err
}

func (p *Parser) checkTreebank() error {
	switch name, known := p.request.Treebank, p.meta.Treebanks; {
	case len(known) == 0:
		return fmt.Errorf("%w: the model tells no treebanks apart", ErrOptions)
	case !slices.Contains(known, name):
		return fmt.Errorf("%w: the model has not learned from a treebank %q, but from %s", ErrOptions, name, strings.Join(known, ", "))
	}
	return nil
}

func (p *Parser) checkBeam() error {
	switch width := p.request.Beam; {
	case width < 0 || width > treebank.MaxBeam:
		return fmt.Errorf("%w: %d is not from 1 to %d", ErrBeam, width, treebank.MaxBeam)
	case width > 1:
		return p.checkSure()
	}
	return nil
}

// checkTrees returns why the parser cannot look for several trees.
func (p *Parser) checkTrees() error {
	switch n, width := p.request.NBest, p.request.Width(); {
	case n < 0 || n > treebank.MaxBeam:
		return fmt.Errorf("%w: %d trees; from 0 to %d can be asked for", ErrBeam, n, treebank.MaxBeam)
	case n > width:
		return fmt.Errorf("%w: %d trees need one of that width, not %d", ErrBeam, n, width)
	case width > 1 && p.meta.Temperature == 0:
		return p.checkSure()
	}
	return p.kindError(p.builds.Heads || p.builds.Holds == structure.Tree)
}

func (p *Parser) checkSure() error {
	if p.meta.Temperature == 0 {
		return fmt.Errorf("%w: the model does not know how sure it is, which it learns if it is trained with dev", ErrBeam)
	}
	return nil
}

func (p *Parser) checkHeads() error {
	if !p.builds.Heads {
		return fmt.Errorf("%w: there are no heads to keep for system %s", ErrKind, p.system.Name())
	}
	return nil
}

func (p *Parser) checkSpans() error {
	chains := p.system.Chains()
	if p.builds.Holds != structure.Tree || chains != transition.KeepChains && chains != transition.JoinChains {
		return fmt.Errorf("%w: there are no constituents to keep for system %s, or not all of them can be (--unary)", ErrKind, p.system.Name())
	}
	return nil
}

// makeRules sets the rules that trees obey.
func (p *Parser) makeRules() error {
	var names []string
	for _, label := range p.meta.Labels {
		names = append(names, projective.Plain(label))
	}
	if p.rules = decode.NewRules(names); !p.builds.Heads || !p.rules.Apply() {
		return fmt.Errorf("%w: no label is one of Universal Dependencies that has a rule, such as nsubj", ErrKind)
	}
	return nil
}

func (p *Parser) checkStage() error {
	only, _ := p.request.Options().Find("only")
	if names := only.Names(); !slices.Contains(names, p.request.Only) {
		return fmt.Errorf("%w: %q is no stage of a parse (have %s)", ErrOptions, p.request.Only, strings.Join(names, ", "))
	}
	return nil
}
