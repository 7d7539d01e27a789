package engine

import (
	"parser/conll"
	"parser/parser/internal/batches"
	"parser/parser/internal/decode"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/learn"
	"parser/parser/treebank"
	"parser/transition"
)

// passes lists what items go through, in this order. Most take all sentences that are at hand; those that are batchwise
// take as many side by side as the scorer reads at a time. A parser has those that have something to do for it and for
// what is asked of it: make returns nil otherwise.
func passes() []passKind {
	const batchwise = true
	return []passKind{
		{"base", false, newBasePass},            // makes trees that graphs are made of, or tags
		{"words", false, newWordsPass},          // which taggers fill
		{"lexicon", false, newLexiconPass},      // looks up what words can be
		{"taggers", false, newEarlyTaggers},     // fill columns that the scorer reads
		{"read", batchwise, newReadPass},        // shows the scorer the sentences
		{"predict", batchwise, newPredictPass},  // sets columns that the scorer predicts
		{"decode", batchwise, newDecodePass},    // runs the transition system
		{"rules", batchwise, newRulesPass},      // changes labels that break a rule
		{"result", batchwise, newResultPass},    // sets what configurations mean in items
		{"weigh", batchwise, newWeighPass},      // sets probabilities
		{"late taggers", false, newLateTaggers}, // fill columns where the scorer has predicted those that they read
		{"entries", false, newEntriesPass},      // sets what entries of a lexicon say
		{"tags", false, newTagsPass},            // is the result where nothing is built
		{"enhance", false, newEnhancePass},      // adds enhanced dependencies
	}
}

// passKind is a pass of some parsers.
type passKind struct {
	name      string
	batchwise bool
	make      func(w *worker) pass
}

// pass does one thing with sentences. It owns its memory, and belongs to one worker.
type pass func(sentences []*sentence)

// worker takes items through the passes of a parser. It belongs to one goroutine.
type worker struct {
	parser    *Parser
	passes    []pass
	batchwise []pass // of which inBatches is made
	scorer    scoring
	begin     decode.Derivation       // as those of places begin
	keeps     structure.Constrainable // nil unless trees that are there in part are completed
	predicts  *predictPass            // nil for none
	narrowing *narrowing              // of what the scorer predicts, by a lexicon; nil for none
	sentences []*sentence
	places    []*place
	batch     []*sentence
}

// sentence is one on its way.
type sentence struct {
	item  *treebank.Item
	words []conll.Word // of the item as taggers fill and codecs read them
	own   []conll.Word // the words, if they are copies
	known known        // what a lexicon says about the words
	*place
}

// place is the memory for a sentence of a batch, which those of later batches use again.
type place struct {
	number     int          // of the sentence, in the batch
	seen       []conll.Word // words as scorers see them, told whose annotation they follow
	derivation decode.Derivation
	kept       structure.Constraint // what the derivation keeps; nil for nothing
	reader     reader               // of the derivation
	tags       entryTags            // keeps labels to what a lexicon says, of taggers
	log        float64              // of the probability of the derivation, if it is asked for
	found      []*found             // by the beam, if several trees are asked for
	ends       []ending
}

// reader sets what a terminal configuration means in an item: a codec, or what keeps a part of the tree.
type reader interface {
	Read(c *transition.Config, it *treebank.Item, filled []conll.Word)
}

func (p *Parser) newWorker() *worker { return p.workerUntil("") }

// workerUntil returns a worker without the passes from the one of a name on.
func (p *Parser) workerUntil(name string) *worker {
	w := &worker{parser: p, begin: p.Shape().Derivation()}
	if p.keeps() {
		w.keeps = p.codec.(structure.Constrainable)
	}
	if !p.request.Reaches("tags") {
		return w
	}
	w.scorer.session = p.scorer.NewSession()
	ensemble.Seed(w.scorer.session, p.request.Seed) // if chance is involved
	for _, kind := range passes() {
		if kind.name == name {
			break
		}
		own := kind.make(w)
		switch {
		case own == nil:
		case !kind.batchwise:
			w.passes = append(w.passes, own)
		default:
			if w.batchwise = append(w.batchwise, own); len(w.batchwise) == 1 {
				w.passes = append(w.passes, w.inBatches)
			}
		}
	}
	return w
}

// annotate takes items through all passes.
func (w *worker) annotate(items ...*treebank.Item) {
	for len(w.sentences) < len(items) {
		w.sentences = append(w.sentences, &sentence{})
	}
	all := w.sentences[:len(items)]
	for i, it := range items {
		all[i].item = it
	}
	for _, do := range w.passes {
		do(all)
	}
}

// inBatches is the pass of those that are batchwise. It gives each sentence a place.
func (w *worker) inBatches(all []*sentence) {
	length := func(i int) int { return len(all[i].words) }
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	for batch := range batches.All(order, length, w.parser.scorer.Batch(), nil) {
		w.batch = w.batch[:0]
		for at, i := range batch {
			all[i].place = w.placeAt(at)
			w.batch = append(w.batch, all[i])
		}
		for _, do := range w.batchwise {
			do(w.batch)
		}
	}
}

// placeAt returns the place of the sentence of a number.
func (w *worker) placeAt(number int) *place {
	for len(w.places) <= number {
		p := &place{number: len(w.places), derivation: w.begin, reader: w.parser.codec}
		if w.keeps != nil {
			p.kept = w.keeps.Constraint(w.parser.system)
			p.derivation.Constraint, p.reader = p.kept, p.kept
		}
		w.places = append(w.places, p)
	}
	return w.places[number]
}

// scoring scores decisions.
type scoring struct {
	session score.Session
	unsure  []*learn.Decision
}

// score scores the decisions that are unsure, and returns them; of others it chooses the only class.
func (s *scoring) score(decisions []*learn.Decision) []*learn.Decision {
	s.unsure = s.unsure[:0]
	for _, d := range decisions {
		if d.Choice = d.Classes[0]; len(d.Classes) > 1 {
			s.unsure = append(s.unsure, d)
		}
	}
	s.session.Score(s.unsure)
	return s.unsure
}

// Score scores decisions, for whatever takes part in them.
func (s *scoring) Score(decisions []*learn.Decision) { s.session.Score(decisions) }

// Choose implements learn.Policy for retraces, which answer by themselves; it never fails.
func (s *scoring) Choose(decisions []*learn.Decision) error {
	s.score(decisions)
	return nil
}
