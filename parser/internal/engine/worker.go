package engine

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"parser/conll"
	"parser/parser/internal/decode"
	"parser/parser/internal/enhance"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/transition"
)

// worker annotates sentences: its taggers fill in tags, its session scores, and perhaps predicts tags as well, and the
// decoder takes the best action again and again, or the beam searches. It belongs to one goroutine.
type worker struct {
	parser   *Parser
	base     *worker // nil if a base has nothing to do before the parser
	taggers  []*worker
	session  score.Session
	enhanced *enhance.Session // nil for no enhanced graphs
	filler   score.Filler     // the session, if it predicts columns too
	decoder  decode.Decoder
	beam     decode.Beam
	unsure   []*decode.Decision
	trees    []weighing // of a batch
	traces   []*retrace // of these
	places   []*place   // of the sentences of a batch
	seen     [][]conll.Word
	states   []decode.State
	items    []*treebank.Item
	values   []string // of the columns that the filler predicts
	fields   []string // these columns
	upos     int      // which of them is UPOS; -1 for none
	heads    []bool   // which nodes have dependents
}

// place has what a worker needs for each sentence of a batch.
type place struct {
	derivation decode.Derivation    // of the last sentence here
	filled     []conll.Word         // the words with the tags that taggers have set
	seen       []conll.Word         // … as scorers see them
	marked     []conll.Word         // … which are told whose annotation they follow
	own        treebank.Item        // a copy, for a tagger that sets the field of some words only
	lacking    []int                // … which are these
	kept       structure.Constraint // what the derivation keeps; nil for nothing
	reader     reader               // of the derivation
	guessed    [][]int              // the words in which each field of the filler is predicted
	tags       []int32              // of the words, as the model's Agreement numbers them
	tagging    decode.Tagging
	certainty  float64  // log p of the derivation, if it is asked for
	found      []*found // by the beam, if several trees are asked for
}

// reader sets what a terminal configuration means in an item: a codec, or what keeps a part of the tree.
type reader interface {
	Read(c *transition.Config, it *treebank.Item, filled []conll.Word)
}

func (p *Parser) newWorker() *worker {
	w := &worker{parser: p, upos: -1, session: p.scorer.NewSession(), beam: decode.Beam{Width: p.request.Width(), Temperature: p.meta.Temperature}}
	if f, ok := p.scorer.(score.Predictor); ok && len(f.Fields()) > 0 {
		w.filler, w.fields = w.session.(score.Filler), f.Fields()
		w.upos = slices.Index(w.fields, "upos")
	}
	if p.enhancer != nil {
		w.enhanced = p.enhancer.NewSession()
	}
	for _, t := range p.Taggers() {
		w.taggers = append(w.taggers, t.newWorker())
	}
	for _, b := range p.parts[basePart] {
		if b.tags != "" || len(b.lends) > 0 || p.builds.NeedsHeads {
			w.base = b.model.newWorker()
		}
	}
	return w
}

// clone returns a copy to be changed before it is used, whose workers are its own.
func (p *Parser) clone() *Parser {
	q := *p
	q.idle, q.needs = &sync.Pool{New: func() any { return q.newWorker() }}, sync.OnceValue(q.needsTags)
	return &q
}

// annotate parses sentences, as many side by side as the scorer wants.
func (w *worker) annotate(items ...*treebank.Item) {
	r := &w.parser.request
	if !r.Reaches("tags") {
		return
	}
	words := w.prepared(items)
	if w.filler == nil && !w.parser.decodes() {
		keepTags(items, words)
		return
	}
	length := func(i int) int { return len(words[i]) }
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	for batch := range score.Batches(order, length, w.parser.scorer.Batch(), nil) {
		w.seen = w.seen[:0]
		for _, i := range batch {
			p := w.places[len(w.seen)]
			p.certainty = 0
			p.seen = w.parser.encoder.Seen(p.seen, words[i])
			if p.kept != nil {
				p.derivation.System = p.kept.Start(items[i], p.seen)
			}
			p.marked = score.Following(p.marked, p.seen, w.parser.meta.Treebanks, items[i].Treebank, w.parser.request.Treebank)
			w.seen = append(w.seen, p.marked)
		}
		w.session.Read(w.seen...)
		for at, i := range batch {
			w.predict(at, words[i])
		}
		if !w.parser.decodes() {
			continue
		}
		w.decode(w.seen)
		if w.parser.rules != nil {
			w.obey(len(batch))
		}
		for at, i := range batch {
			w.read(at, items[i], words[i])
			if w.parser.request.Derivation {
				items[i].Confidence = math.Exp(w.places[at].certainty / float64(max(1, len(words[i]))))
			}
		}
		w.weigh()
	}
	if w.filler != nil { // taggers read what it predicts, and it does not read their tags
		for _, it := range items {
			for _, other := range it.Others {
				words = append(words, other.Words)
			}
		}
		w.tag(words)
	}
	if !w.parser.decodes() {
		keepTags(items, words)
	}
	if w.enhanced != nil && r.Only == "" {
		w.enhance(items)
	}
}

// keepTags gives items the tags of their words as scorers see them, which may be copies that the worker uses again.
func keepTags(items []*treebank.Item, words [][]conll.Word) {
	for i, it := range items {
		if it.Words = slices.Clone(it.Words); it.Sentence != nil {
			it.Words = it.Sentence.Words
		}
		for k := range it.Words {
			for _, field := range structure.Fields() {
				*structure.Column(&it.Words[k], field) = *structure.Column(&words[i][k], field)
			}
		}
	}
}

// prepared returns the words of each item for the session, after the base and, unless the session predicts, taggers.
func (w *worker) prepared(items []*treebank.Item) [][]conll.Word {
	switch {
	case w.base == nil:
	case w.parser.builds.NeedsHeads:
		w.makeHeads(items)
	case w.parser.builds.Heads:
		w.lendColumns(items)
	default:
		w.lendTags(items)
	}
	w.extend(len(items))
	words := make([][]conll.Word, len(items))
	for i, it := range items {
		if words[i] = it.Words; len(w.taggers) > 0 || w.filler != nil {
			words[i] = w.parser.encoder.Fillable(w.places[i].filled, it)
			w.places[i].filled = words[i]
		}
	}
	if w.filler == nil {
		w.tag(words)
	}
	return words
}

// tag lets the taggers fill words.
func (w *worker) tag(words [][]conll.Word) {
	for _, t := range w.taggers {
		t.fill(words, w.parser.request.Retag || w.parser.builds.Tagger)
	}
}

// fill sets the field of a tagger in all words, or in those where it is empty.
func (w *worker) fill(sentences [][]conll.Word, all bool) {
	w.extend(len(sentences))
	field := w.parser.Field()
	w.items = w.items[:0]
	for i, words := range sentences {
		p := w.places[i]
		if p.lacking = p.lacking[:0]; all {
			w.items = append(w.items, &treebank.Item{Words: words})
		} else if p.lacking = structure.Lacking(field, words); len(p.lacking) > 0 {
			p.own.Words = append(p.own.Words[:0], words...)
			w.items = append(w.items, &p.own)
		}
	}
	w.annotate(w.items...)
	for i, words := range sentences {
		for _, k := range w.places[i].lacking {
			*structure.Column(&words[k], field) = *structure.Column(&w.places[i].own.Words[k], field)
		}
	}
}

// extend makes places for n sentences.
func (w *worker) extend(n int) {
	for len(w.places) < n {
		p := &place{derivation: w.parser.Shape().Derivation()}
		if p.reader = w.parser.encoder; w.parser.keeps() {
			p.kept = w.parser.encoder.(structure.Constrainable).Constraint(w.parser.system)
			p.derivation.Constraint, p.reader = p.kept, p.kept
		}
		w.places = append(w.places, p)
	}
}

// decode runs the system over sentences that the session has read, side by side; their derivations are in places.
func (w *worker) decode(sentences [][]conll.Word) {
	w.states = w.states[:0]
	all := w.parser.request.NBest > 0
	for i, words := range sentences {
		p := w.places[i]
		d := &p.derivation
		d.Config.Given = w.parser.encoder.Given(words)
		if d.Start(i, len(words)); w.beam.Width > 1 || all {
			w.beam.All = all
			p.certainty = w.beam.Run(w.session, d)
			p.keep(&w.beam)
		}
		w.states = append(w.states, d)
	}
	_ = w.decoder.Run(w, w.states...) // whose only errors are those of Choose
}

// Choose implements decode.Policy; it never fails. One class alone needs no scores.
func (w *worker) Choose(decisions []*decode.Decision) error {
	w.score(decisions)
	for _, d := range w.unsure {
		d.Choice = d.Agreed()
		if p := w.places[d.Sentence]; w.parser.request.Derivation {
			t := cmp.Or(w.parser.meta.Temperature, 1)
			p.certainty += float64(d.Scores[d.Choice])/t - d.LogSum(t)
		}
	}
	return nil
}

// score scores the decisions that are unsure, and chooses the only class of others.
func (w *worker) score(decisions []*decode.Decision) {
	w.unsure = w.unsure[:0]
	for _, d := range decisions {
		if d.Choice = d.Classes[0]; len(d.Classes) > 1 {
			w.unsure = append(w.unsure, d)
		}
	}
	w.session.Score(w.unsure)
}

// predict sets the columns that the session predicts, in all words of a sentence that it has read or in those where
// they are empty, and sets the tags of the derivation.
func (w *worker) predict(sentence int, words []conll.Word) {
	p := w.places[sentence]
	p.guessed = p.guessed[:0]
	if w.filler != nil {
		for _, field := range w.fields {
			guessed := structure.Lacking(field, words)
			if w.parser.request.Retag {
				guessed = guessed[:0]
				for i := range words {
					guessed = append(guessed, i)
				}
			}
			p.guessed = append(p.guessed, guessed)
		}
		for i := range words {
			w.guess(sentence, i, &words[i], transition.None)
		}
	}
	a := w.parser.meta.Agreement
	if a == nil {
		return
	}
	p.tags = p.tags[:0]
	for i := range words {
		p.tags = append(p.tags, a.Number(words[i].UPOS))
	}
	p.tagging = decode.Tagging{Agreement: a, Best: p.tags}
	if w.upos >= 0 {
		p.tagging.Change = func(word int, tag int32) float64 {
			if best := p.tags[word]; best != transition.None && w.guessed(sentence, w.upos, word) {
				of := func(tag int32) float64 { return float64(w.filler.Probability("upos", a.Tags[tag], sentence, word)) }
				return min(0, math.Log(of(tag)/of(best)))
			}
			return math.Inf(-1)
		}
	}
	p.derivation.Tagging = &p.tagging
}

// guessed reports whether a field of the filler was predicted for a word.
func (w *worker) guessed(sentence, field, word int) bool {
	_, found := slices.BinarySearch(w.places[sentence].guessed[field], word)
	return found
}

// guess sets the predicted columns of a word, so that they agree with its other columns and, unless it is
// transition.None, with the tag.
func (w *worker) guess(sentence, i int, word *conll.Word, tag int32) {
	w.values = w.values[:0]
	any := false
	for f, field := range w.fields {
		value := *structure.Column(word, field)
		if f == w.upos && tag != transition.None {
			value = w.parser.meta.Agreement.Tags[tag]
		} else if w.guessed(sentence, f, i) {
			value, any = "", true
		}
		w.values = append(w.values, value)
	}
	if any {
		w.filler.Predict(w.values, sentence, i)
	}
	for f, field := range w.fields {
		*structure.Column(word, field) = w.values[f]
	}
}

// settle frees leaves of dependents, unless heads were given, and changes predicted tags that do not suit the tree.
func (w *worker) settle(sentence int, words []conll.Word) {
	p := w.places[sentence]
	if p.derivation.Tagging == nil {
		return
	}
	nodes := p.derivation.Config.Nodes
	w.lift(p, &p.derivation.Config)
	if w.upos < 0 {
		return
	}
	w.heads = append(w.heads[:0], make([]bool, len(nodes))...)
	for _, n := range nodes[1:] {
		w.heads[n.Head] = true
	}
	for i := range words {
		also := w.parser.rules.Suiting(&p.tagging, nodes, int32(i+1))
		if tag, change := p.tagging.Fitting(i, nodes[i+1].Label, w.heads[i+1], also); tag != p.tags[i] && !math.IsInf(change, -1) {
			w.guess(sentence, i, &words[i], tag)
		}
	}
}

// lift frees leaves of dependents, unless heads were given.
func (w *worker) lift(p *place, c *transition.Config) {
	if p.derivation.Tagging != nil && !w.parser.keeps() {
		p.tagging.Lift(c.Nodes)
	}
}
