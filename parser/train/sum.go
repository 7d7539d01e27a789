package train

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"parser/parser"
	"parser/parser/internal/ensemble"
	"parser/parser/structure"
)

// Sum is what several scorers reach together on dev.
type Sum struct {
	Share float64 // of the linear one; 0 without
	structure.Scores
	Best bool // so far
}

// linearShares are the shares of the linear scorer that are tried on dev; without dev it has the first. Neural ones
// have the rest, in equal parts; with 0 they are alone.
var linearShares = []float64{0.1, 0.05, 0.2, 0.3, 0.5, 0.7, 0.9, 0}

// all trains every scorer, with seeds of their own where their kind is the same, and adds them up.
func (r *run) all(ctx context.Context) (*parser.Parser, error) {
	if len(r.scorers) == 1 {
		return r.passes(r.scorers[0], r.options.Seed, r.watch.Checkpoint).all(ctx)
	}
	calibration := cmp.Or(r.dev, r.bank)
	var parts []*parser.Parser
	seeds := map[string]uint64{}
	for i, kind := range r.scorers {
		name := kind.Name()
		if r.watch.Scorer != nil {
			r.watch.Scorer(name, i+1, len(r.scorers))
		}
		p, err := r.watch.Checkpoint.part(fmt.Sprintf("scorer%d", i+1), r.options.Kinds, func(own *Checkpoint) (*parser.Parser, error) {
			return r.passes(kind, r.options.Seed+seeds[name], own).all(ctx)
		})
		switch {
		case err != nil && i == 0:
			return p, err
		case err != nil:
			sum, _ := r.sum(parts, linearShares[0]) // of what is complete
			return sum, err
		}
		parts = append(parts, calibrated(p, calibration))
		seeds[name]++
	}
	return r.bestSum(ctx, parts)
}

// bestSum returns the sum with the share of the linear scorer that is best on dev.
func (r *run) bestSum(ctx context.Context, parts []*parser.Parser) (best *parser.Parser, err error) {
	shares := linearShares
	if r.scorers[0].Traits().Varies {
		shares = []float64{0}
	}
	highest := -1.0
	for _, share := range shares {
		p, err := r.sum(parts, share)
		if err != nil || r.dev == nil {
			return p, err
		}
		s := Sum{Share: share}
		if s.Scores, err = p.Scores(ctx, r.dev, r.options.Workers); err != nil {
			return cmp.Or(best, p), err
		}
		if s.Main() > highest {
			s.Best, best, highest = true, p.WithScores(s.Scores), s.Main()
		}
		if r.watch.Sum != nil {
			r.watch.Sum(s)
		}
	}
	return best, nil
}

// sum returns the parser whose scores are the sum of those of the parts. Divided by their temperatures they are
// logarithms of probabilities, so that a share means the same for scores of any kind.
func (r *run) sum(parts []*parser.Parser, linearShare float64) (*parser.Parser, error) {
	networks := slices.DeleteFunc(slices.Clone(parts), func(p *parser.Parser) bool { return !r.varies(p) })
	if linearShare == 0 {
		parts = networks
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	meta, scorers := r.meta, []ensemble.Part(nil)
	meta.Scorer = ensemble.Loader{}.Name()
	for _, p := range parts {
		m, share := p.Meta(), linearShare
		if r.varies(p) {
			share = (1 - linearShare) / float64(len(networks))
		}
		scorers = append(scorers, ensemble.Part{Kind: m.Scorer, Weight: float32(share / cmp.Or(m.Temperature, 1)), Scorer: p.Scorer()})
		meta.Epochs = append(meta.Epochs, m.Epoch)
	}
	return parser.New(meta, ensemble.New(scorers...), r.taggers...)
}

// varies reports whether a part is one of those that vary with their seeds, as networks do; the other one is linear.
func (r *run) varies(p *parser.Parser) bool {
	kind, err := r.options.ScorerNamed(p.Meta().Scorer)
	return err == nil && kind.Traits().Varies
}
