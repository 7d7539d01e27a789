package conll18

// scores counts what is right on aligned words.
func (a *alignment) scores() *Scores {
	gold, system := len(a.gold.words), len(a.system.words)
	words := Measure{Gold: gold, System: system, Aligned: len(a.pairs)}
	content := Measure{
		Gold:    contentWords(a.gold.words),
		System:  contentWords(a.system.words),
		Aligned: a.alignedContent(),
	}
	c := &Scores{
		Tokens:    spanMeasure(a.gold.tokens, a.system.tokens),
		Sentences: spanMeasure(a.gold.sentences, a.system.sentences),
		Words:     Measure{Correct: len(a.pairs), Gold: gold, System: system, Aligned: NotAligned},
		UPOS:      words, XPOS: words, UFeats: words, AllTags: words, Lemmas: words,
		UAS: words, LAS: words,
		CLAS: content, MLAS: content, BLEX: content,
	}
	for _, p := range a.pairs {
		a.count(c, p)
	}
	return c
}

// count enters a pair of aligned words.
func (a *alignment) count(c *Scores, p wordPair) {
	g, s := &a.gold.words[p.gold], &a.system.words[p.system]
	upos, xpos, feats := g.UPOS == s.UPOS, g.XPOS == s.XPOS, g.feats == s.feats
	lemma := g.Lemma == "_" || g.Lemma == s.Lemma
	head := g.parent == a.goldWord(s.parent)
	arc := head && g.relation == s.relation
	content := contentRelations[g.relation]

	c.UPOS.add(upos)
	c.XPOS.add(xpos)
	c.UFeats.add(feats)
	c.AllTags.add(upos && xpos && feats)
	c.Lemmas.add(lemma)
	c.UAS.add(head)
	c.LAS.add(arc)
	c.CLAS.add(content && arc)
	c.MLAS.add(content && arc && upos && feats && a.sameFunctions(g, s))
	c.BLEX.add(content && arc && lemma)
}

func (m *Measure) add(correct bool) {
	if correct {
		m.Correct++
	}
}

// goldWord returns the gold word of a system word, or of the root.
func (a *alignment) goldWord(system int) int {
	if system == noParent {
		return noParent
	}
	return a.partner[system]
}

// sameFunctions compares the function words below two aligned words.
func (a *alignment) sameFunctions(g, s *udWord) bool {
	if len(g.functions) != len(s.functions) {
		return false
	}
	for i := range g.functions {
		x, y := &a.gold.words[g.functions[i]], &a.system.words[s.functions[i]]
		if g.functions[i] != a.partner[s.functions[i]] ||
			x.relation != y.relation || x.UPOS != y.UPOS || x.feats != y.feats {
			return false
		}
	}
	return true
}

// contentWords counts the words with content relations.
func contentWords(words []udWord) int {
	n := 0
	for i := range words {
		if contentRelations[words[i].relation] {
			n++
		}
	}
	return n
}

// alignedContent counts the pairs of which the gold word is a content word.
func (a *alignment) alignedContent() int {
	n := 0
	for _, p := range a.pairs {
		if contentRelations[a.gold.words[p.gold].relation] {
			n++
		}
	}
	return n
}

// spanMeasure counts the spans that both sides have. Both lists are sorted and
// without overlap.
func spanMeasure(gold, system []span) Measure {
	m := Measure{Gold: len(gold), System: len(system), Aligned: NotAligned}
	for g, s := 0, 0; g < len(gold) && s < len(system); {
		switch {
		case gold[g].start < system[s].start:
			g++
		case system[s].start < gold[g].start:
			s++
		default:
			m.add(gold[g] == system[s])
			g++
			s++
		}
	}
	return m
}
