package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/conll18"
	"parser/parser/internal/lookup/han"
	"parser/parser/internal/segment"
	"parser/testdata/testkit"
)

// chinese is a text in traditional and in simplified characters, some of which stand for several traditional ones.
var chinese = [2]string{
	"他們很高興，因為這個國家的經濟發展得很快。以後我們走了三公里，頭髮很乾淨。皇后吃了麵，面色好多了。",
	"他们很高兴，因为这个国家的经济发展得很快。以后我们走了三公里，头发很干净。皇后吃了面，面色好多了。",
}

// TestSimplified: the model of traditional characters reads simplified ones in the same way, and they stay.
func TestSimplified(t *testing.T) {
	p := modelOf(t, "zh")
	var parsed [2][]*conll.Sentence
	for i, raw := range chinese {
		parsed[i] = cutText(t, p, raw)
		require.NoError(t, p.ParseAll(t.Context(), parsed[i], 1))
		again, err := segment.Of(parsed[i])
		require.NoError(t, err)
		require.Equal(t, raw, again)
	}
	require.Len(t, parsed[1], len(parsed[0]))
	words, others := 0, 0 // of these, since the encoder does not know which of several signs a simplified one stands for
	for i, s := range parsed[1] {
		require.Len(t, s.Words, len(parsed[0][i].Words))
		for k, w := range s.Words {
			other := parsed[0][i].Words[k]
			require.Len(t, w.Form, len(other.Form))
			require.True(t, strings.HasPrefix(w.Form, w.Lemma), "%s: the lemma of 他们 is 他", w.Lemma)
			require.Len(t, w.Lemma, len(other.Lemma))
			w.Form, w.Lemma = other.Form, other.Lemma
			if words++; w != other {
				others++
			}
		}
	}
	require.LessOrEqual(t, 10*others, words, "%d of %d words are parsed in another way", others, words)
}

// TestSimplifiedTreebank: from dev in simplified characters the model makes as good trees as from dev itself, in which no
// character is looked up as another.
func TestSimplifiedTreebank(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("without PARSER_DEEP")
	}
	const most = 0.5
	p := modelOf(t, "zh")
	gold, err := conll.ReadFile(testkit.Shared(t, "ud/zh/dev.conllu.gz"))
	require.NoError(t, err)
	own := han.New(slices.Values(p.Segmenter().Rules.Words))
	simplify := han.New(strings.FieldsSeq("国 经 济 发 头 这 为 净 部 时 间 学 习 说 话 电 脑 让 买 卖 马 鸟 鱼 龙"))
	var scores [2]*conll18.Scores
	for i := range scores {
		raw, err := segment.Of(gold)
		require.NoError(t, err)
		system := cutText(t, p, raw)
		require.NoError(t, p.ParseAll(t.Context(), system, 2))
		s, err := conll18.Score(gold, system)
		require.NoError(t, err)
		scores[i] = s
		for _, s := range gold {
			whole := strings.Join(formsOf([]*conll.Sentence{s}), "")
			require.True(t, i == 1 || own.Convert(whole) == whole, whole)
			for k := range s.Words {
				w := &s.Words[k]
				w.Form, w.Lemma = simplify.Convert(w.Form), simplify.Convert(w.Lemma)
			}
		}
	}
	require.InDelta(t, float64(scores[0].Words.F1()), float64(scores[1].Words.F1()), most)
	require.InDelta(t, float64(scores[0].LAS.F1()), float64(scores[1].LAS.F1()), 2*most)
	require.InDelta(t, float64(scores[0].Lemmas.F1()), float64(scores[1].Lemmas.F1()), most)
}
