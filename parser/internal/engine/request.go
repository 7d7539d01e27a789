package engine

import (
	"fmt"
	"slices"
	"strings"

	"parser/parser/internal/decode"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/projective"
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
	if r.Valid {
		var names []string
		for _, label := range p.meta.Labels {
			names = append(names, projective.Plain(label))
		}
		q.rules = decode.NewRules(names)
	}
	if err := q.checkRequest(); err != nil {
		return nil, err
	}
	return q.askBase()
}

// checkRequest returns a RequestError about the first thing that the parser cannot do.
func (p *Parser) checkRequest() error {
	r, known, chains := &p.request, p.meta.Treebanks, p.system.Chains()
	const unsure = "%w: the model does not know how sure it is, which it learns if it is trained with dev"
	width, sure, sums, read := p.width(), p.meta.Temperature > 0, p.meta.Options.Beam > 0, treebank.Request{Only: p.only}
	can := func(option string) bool { return slices.Contains(p.builds.Wishes, option) }
	stages := ""
	if !r.Reaches("sentences") {
		only, _ := r.Options().Find("only")
		stages = strings.Join(only.Names(), ", ")
	}
	for _, refusal := range []struct {
		option  string
		refused bool
		reason  string
		cause   error
		values  []any
	}{
		{"treebank", r.Treebank != "" && len(known) == 0, "%w: the model tells no treebanks apart", ErrOptions, nil},
		{
			"treebank", r.Treebank != "" && !slices.Contains(known, r.Treebank),
			"%w: the model has not learned from a treebank %q, but from %s", ErrOptions, []any{r.Treebank, strings.Join(known, ", ")},
		},
		{"beam", r.Beam < 0 || r.Beam > treebank.MaxBeam, "%w: %d is not from 1 to %d", ErrBeam, []any{r.Beam, treebank.MaxBeam}},
		{"beam", r.Beam > 1 && !sure && !sums, unsure, ErrBeam, nil},
		{
			"nbest", r.NBest < 0 || r.NBest > treebank.MaxBeam,
			"%w: %d trees; from 0 to %d can be asked for", ErrBeam, []any{r.NBest, treebank.MaxBeam},
		},
		{"nbest", r.NBest > 0 && sums, "%w: the model compares trees by sums of scores, which are no probabilities (train --beam)", ErrBeam, nil},
		{"nbest", r.NBest > width, "%w: %d trees need one of that width, not %d", ErrBeam, []any{r.NBest, width}},
		{"nbest", r.NBest > 0 && width > 1 && !sure, unsure, ErrBeam, nil},
		{"nbest", r.NBest > 0 && !can("nbest"), "%w", p.kindError(), nil},
		{"confidence", r.Probabilities && !sure, unsure, ErrBeam, nil},
		{
			"keep-heads", r.KeepHeads && !can("keep-heads"),
			"%w: there are no heads to keep for system %s", ErrKind, []any{p.system.Name()},
		},
		{
			"keep-heads", r.KeepHeads && can("keep-heads") && p.system.Moves().Has(transition.Swap),
			"%w: which moves of %s keep heads is not known, since it swaps words", ErrOptions, []any{p.system.Name()},
		},
		{
			"spans", r.KeepSpans && (!can("spans") || chains != transition.KeepChains && chains != transition.JoinChains),
			"%w: there are no constituents to keep for system %s, or not all of them can be (--unary)", ErrKind, []any{p.system.Name()},
		},
		{
			"valid", r.Valid && !(can("valid") && p.rules.Apply()),
			"%w: no label is one of Universal Dependencies that has a rule, such as nsubj", ErrKind, nil,
		},
		{"lexicon", r.Lexicon != nil && !r.Reaches("tags"), "%w: words have no tags and lemmas yet (only is %s)", ErrOptions, []any{r.Only}},
		{"seed", r.Seed != 0 && !ensemble.Draws(p.scorer), "%w: no chance is involved in the model's parses (train --stochastic)", ErrOptions, nil},
		{"only", stages != "", "%w: %q is no stage of a parse (have %s)", ErrOptions, []any{r.Only, stages}},
		{"only", p.only != "" && (r.Only == "" || !read.Reaches(r.Only)), "%w", errPart, nil},
	} {
		if refusal.refused {
			return &RequestError{refusal.option, fmt.Errorf(refusal.reason, append([]any{refusal.cause}, refusal.values...)...)}
		}
	}
	return nil
}

// Request returns what is asked of the parser.
func (p *Parser) Request() treebank.Request { return p.request }

// width returns that of the beam: what is asked for, or with which the parser has learned.
func (p *Parser) width() int {
	if own := p.meta.Options.Beam; own > 0 && p.request.Beam == 0 {
		return own
	}
	return p.request.Width()
}

// keeps reports whether trees that are there in part are completed.
func (p *Parser) keeps() bool { return p.request.KeepHeads || p.request.KeepSpans }

// decodes reports whether the parser's own system is to run: not for tags alone, unless it is a tagger, nor for the trees
// that graphs are made of.
func (p *Parser) decodes() bool { return p.request.Reaches(p.builds.Stage()) }

// askBase has the base of the parser tag all words if the parser does, and stop where that does if it makes trees for it.
func (p *Parser) askBase() (*Parser, error) {
	for _, x := range p.held(baseKind) {
		r := x.Model.request
		if r.Retag, r.Lexicon = p.request.Retag, p.request.Lexicon; p.BaseMakes() == "trees" {
			r.Only = p.request.Only
		}
		if r != x.Model.request {
			var err error
			x.Model, err = x.Model.With(r)
			p.replace(x)
			return p, err
		}
	}
	return p, nil
}
