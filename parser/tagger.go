package parser

import (
	"context"
	"slices"

	"parser/conll"
	"parser/transition"
)

// Field returns the column that a tagger fills, one of Fields; "" if the model is
// none.
func (p *Parser) Field() string { return p.meta.Field }

// Tag sets the tagger's field in all words of s, whatever it was. It reads forms and,
// if it was trained to, other columns. The error is nil or an ErrKind.
func (p *Parser) Tag(s *conll.Sentence) error {
	if err := p.builds(transition.Tags); err != nil {
		return err
	}
	p.newTagging().all(s.Words)
	return nil
}

// TagAll tags all sentences in place.
func (p *Parser) TagAll(ctx context.Context, sentences []*conll.Sentence, workers int) error {
	return p.StreamTags(ctx, each(sentences), func(*conll.Sentence) error { return nil }, workers)
}

// StreamTags is Stream for a tagger.
func (p *Parser) StreamTags(ctx context.Context, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
	return StreamTags(ctx, []*Parser{p}, next, emit, workers)
}

// StreamTags is Stream for taggers that work one after the other.
func StreamTags(ctx context.Context, taggers []*Parser, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error {
	for _, p := range taggers {
		if err := p.builds(transition.Tags); err != nil {
			return err
		}
	}
	newWorker := func() func(*conll.Sentence) {
		taggings := newTaggings(taggers)
		return func(s *conll.Sentence) {
			for _, t := range taggings {
				t.all(s.Words)
			}
		}
	}
	return stream(ctx, &pipe[*conll.Sentence]{next: next, newWorker: newWorker, emit: emit}, workers)
}

// tagging is a tagger at work. It belongs to one goroutine.
type tagging struct {
	tagger *Parser
	guide  *guide
	first  []*tagging   // the first pass
	seen   []conll.Word // the words as the tagger sees them
}

func (p *Parser) newTagging() *tagging {
	return &tagging{tagger: p, guide: p.newGuide(), first: newTaggings(p.taggers)}
}

func newTaggings(taggers []*Parser) []*tagging {
	list := make([]*tagging, len(taggers))
	for i, p := range taggers {
		list[i] = p.newTagging()
	}
	return list
}

// run tags the words, of which only the guide knows then. What a first pass finds
// stands in place of what was there.
func (t *tagging) run(words []conll.Word) {
	backwards := t.tagger.meta.Backwards
	if len(t.first) > 0 || backwards {
		t.seen = append(t.seen[:0], words...)
		words = t.seen
	}
	for _, first := range t.first {
		first.all(words)
	}
	if backwards {
		slices.Reverse(words)
	}
	t.guide.parse(words)
}

// all sets the field of all words.
func (t *tagging) all(words []conll.Word) {
	t.run(words)
	for i := range words {
		t.set(words, i)
	}
}

// missing sets the field of the words that have nothing there. In FEATS that says
// something, too, unless no word has any.
func (t *tagging) missing(words []conll.Word) {
	field := t.tagger.Field()
	given := func(w conll.Word) bool { return filled(*columnOf(&w, field)) }
	lacking := func(w conll.Word) bool { return !given(w) }
	if !slices.ContainsFunc(words, lacking) || field == feats && slices.ContainsFunc(words, given) {
		return
	}
	t.run(words)
	for i := range words {
		if lacking(words[i]) {
			t.set(words, i)
		}
	}
}

// set sets the field of word i.
func (t *tagging) set(words []conll.Word, i int) {
	node := i + 1
	if t.tagger.meta.Backwards {
		node = len(words) - i
	}
	label := t.guide.config.Nodes[node].Label
	*columnOf(&words[i], t.tagger.meta.Field) = t.tagger.meta.Labels[label]
}
