package survey

import (
	"strings"

	"parser/conll"
	"parser/parser/internal/projective"
	"parser/parser/treebank"
)

// ArcStats are counts over a treebank of dependencies.
type ArcStats struct {
	*brief
	Sentences  int `json:"sentences"`
	Words      int `json:"words"`
	Ranges     int `json:"multiword_ranges"`
	EmptyNodes int `json:"empty_nodes"`
	Longest    int `json:"longest"` // words of the longest sentence

	// As conll.NonProjectiveArcs counts them.
	NonProjectiveSentences int `json:"non_projective_sentences"`
	NonProjectiveArcs      int `json:"non_projective_arcs"`
	// Labels of these arcs, and labels that record the heads of lifted words after trees were made
	// projective with the scheme [projective.Head].
	NonProjectiveLabels Counter `json:"non_projective_labels"`
	LiftedLabels        Counter `json:"lifted_labels"`

	Roots     []int `json:"roots"`               // Roots[k] sentences have k words attached to ROOT
	Unknown   int   `json:"words_without_head"`  // HEAD "_"
	NoLemma   int   `json:"words_without_lemma"` // LEMMA "_", though FORM is not "_"
	Cyclic    int   `json:"cyclic_sentences"`
	Arcs      int   `json:"arcs"`       // between words
	ArcLength int   `json:"arc_length"` // sum of |head - word| over Arcs

	Enhanced EnhancedStats `json:"enhanced"`

	Labels Counter `json:"labels"` // words by column 8
	UPOS   Counter `json:"upos"`   // words by column 4; CPOSTAG in CoNLL-X
	XPOS   Counter `json:"xpos"`   // words by column 5; POSTAG in CoNLL-X
	Feats  Counter `json:"feats"`  // words by column 6, all features together

	Only Counter `json:"non_projective_only"` // labels that only non-projective arcs have
}

func newArcs(b *brief) *ArcStats {
	return &ArcStats{
		brief: b, Labels: Counter{}, UPOS: Counter{}, XPOS: Counter{}, Feats: Counter{}, NonProjectiveLabels: Counter{}, LiftedLabels: Counter{},
		Enhanced: EnhancedStats{Relations: Counter{}}, Only: Counter{},
	}
}

// EnhancedStats are counts over enhanced graphs.
type EnhancedStats struct {
	Sentences    int     `json:"sentences"`           // with DEPS
	Bad          int     `json:"bad_sentences"`       // of these, not counted below: [conll.Sentence.Enhanced] refuses them
	Edges        int     `json:"edges"`               // of words and empty nodes
	Added        int     `json:"edges_beyond_tree"`   // of these, with another head or relation than HEAD and DEPREL
	SeveralHeads int     `json:"words_several_heads"` // words with two heads or more
	Relations    Counter `json:"relations"`           // edges by relation
}

// add counts the graph of a sentence.
func (t *EnhancedStats) add(s *conll.Sentence) {
	if !s.HasDeps() {
		return
	}
	t.Sentences++
	g, err := s.Enhanced()
	if err != nil {
		t.Bad++
		return
	}
	for i, n := range g.Nodes {
		several := false
		for _, d := range g.Deps[i] {
			t.Edges++
			t.Relations.add(d.Relation)
			several = several || d.Head != g.Deps[i][0].Head
			if n.Empty > 0 || d != (conll.Dep{Head: conll.Node{Word: s.Words[n.Word-1].Head}, Relation: s.Words[n.Word-1].Deprel}) {
				t.Added++
			}
		}
		if several && n.Empty == 0 {
			t.SeveralHeads++
		}
	}
}

func (t *ArcStats) add(it *treebank.Item) (forms []string) {
	s := it.Sentence
	t.Sentences++
	t.Words += s.Len()
	t.Longest = max(t.Longest, s.Len())
	for _, e := range s.Extras {
		switch id, _, _ := strings.Cut(e.Text, "\t"); {
		case strings.HasPrefix(id, "#"):
		case strings.Contains(id, "-"):
			t.Ranges++
		case id != "":
			t.EmptyNodes++
		}
	}
	t.Enhanced.add(s)
	heads, roots := s.Heads(nil), 0
	for i, head := range heads {
		forms = append(forms, s.Words[i].Form)
		t.Labels.add(s.Words[i].Deprel)
		t.UPOS.add(s.Words[i].UPOS)
		t.XPOS.add(s.Words[i].XPOS)
		t.Feats.add(s.Words[i].Feats)
		if s.Words[i].Lemma == "_" && s.Words[i].Form != "_" {
			t.NoLemma++
		}
		switch {
		case head == 0:
			roots++
		case head == conll.NoHead:
			t.Unknown++
		default:
			t.Arcs++
			t.ArcLength += max(head-i-1, i+1-head)
		}
	}
	for len(t.Roots) <= roots {
		t.Roots = append(t.Roots, 0)
	}
	t.Roots[roots]++
	if conll.Cycles(heads) != nil {
		t.Cyclic++
	}
	arcs := conll.NonProjectiveArcs(heads)
	if len(arcs) == 0 {
		return forms
	}
	t.NonProjectiveSentences++
	t.NonProjectiveArcs += len(arcs)
	for _, word := range arcs {
		t.NonProjectiveLabels.add(s.Words[word-1].Deprel)
	}
	labels := s.Labels(nil)
	if _, err := projective.Head.Projectivize(heads, labels); err == nil {
		for i, label := range labels {
			if label != s.Words[i].Deprel {
				t.LiftedLabels.add(label)
			}
		}
	}
	return forms
}

func (t *ArcStats) table() ([]row, []list) {
	severalRoots := 0
	for roots, sentences := range t.Roots {
		if roots > 1 {
			severalRoots += sentences
		}
	}
	for label, n := range t.NonProjectiveLabels {
		if n == t.Labels[label] {
			t.Only[label] = n
		}
	}
	return append(t.size("sentence", t.Sentences, t.Words, t.Longest), []row{
			{"multiword ranges", t.Ranges},
			{"empty nodes", t.EmptyNodes},
			{"sentences with several roots", severalRoots},
			{"sentences with a cycle", t.Cyclic},
			{"words without head", t.Unknown},
			{"words without lemma", t.NoLemma},
			{"words without UPOS", t.UPOS["_"]},
			{"words without XPOS", t.XPOS["_"]},
			{"words without FEATS", t.Feats["_"]},
			{"non-projective sentences", t.NonProjectiveSentences},
			{"non-projective arcs", t.NonProjectiveArcs},
			{"mean arc length", mean(t.ArcLength, t.Arcs)},
			{"different labels", len(t.Labels)},
			{"… of non-projective arcs only", len(t.Only)},
			{"… of lifted arcs (head)", len(t.LiftedLabels)},
			{"different UPOS", len(t.UPOS)},
			{"different XPOS", len(t.XPOS)},
			{"different FEATS", len(t.Feats)},
			{"sentences with DEPS", t.Enhanced.Sentences},
			{"… that cannot be read", t.Enhanced.Bad},
			{"enhanced edges", t.Enhanced.Edges},
			{"… that the tree lacks", t.Enhanced.Added},
			{"words with several heads", t.Enhanced.SeveralHeads},
			{"different enhanced relations", len(t.Enhanced.Relations)},
		}...), []list{
			{"label", t.Labels, false}, {"UPOS", t.UPOS, false}, {"XPOS", t.XPOS, false},
			{"FEATS", t.Feats, true}, {"lifted label", t.LiftedLabels, true}, {"enhanced relation", t.Enhanced.Relations, false},
		}
}
