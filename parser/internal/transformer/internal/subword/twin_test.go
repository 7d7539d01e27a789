package subword

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
)

// The tests in this file hold each model and each table against the plainest program that does the same.

// smallVocabulary is random: texts over a few letters.
func smallVocabulary(r *rand.Rand, letters string, n int) map[string]int32 {
	ids := map[string]int32{"?": 0}
	for id := range n {
		var b strings.Builder
		for range 1 + r.IntN(4) {
			b.WriteByte(letters[r.IntN(len(letters))])
		}
		if text := b.String(); ids[text] == 0 {
			ids[text] = int32(id + 1)
		}
	}
	return ids
}

func smallWord(r *rand.Rand, letters string) string {
	var b strings.Builder
	for range 1 + r.IntN(14) {
		b.WriteByte(letters[r.IntN(len(letters))])
	}
	return b.String()
}

func TestWordPieceTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		ids := smallVocabulary(r, "ab#", 40)
		m, err := newWordPiece(&description{Unknown: "?", Prefix: "#", ids: ids})
		require.NoError(t, err)
		for range 20 {
			word := smallWord(r, "ab")
			var want []int32
			for rest, prefix := word, ""; rest != ""; prefix = "#" {
				n := len(rest)
				for n > 0 && ids[prefix+rest[:n]] == 0 {
					n--
				}
				if n == 0 {
					want = []int32{0}
					break
				}
				want = append(want, ids[prefix+rest[:n]])
				rest = rest[n:]
			}
			require.Equal(t, want, m.pieces(nil, word), "%q in %v", word, ids)
		}
	}
}

// TestUnigramTwin: no way to cut a word has a better sum.
func TestUnigramTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	unknown := 0
	for range 200 {
		ids := smallVocabulary(r, "abc", 10)
		scores := make([]float64, 11)
		for i := range scores {
			scores[i] = -8 * r.Float64()
		}
		m, err := newUnigram(&description{UnknownID: &unknown, ids: ids, scores: scores})
		require.NoError(t, err)
		low, texts := m.(*unigram).unknownScore, map[int32]string{}
		for text, id := range ids {
			texts[id] = text
		}
		var best func(word string) float64
		best = func(word string) float64 {
			if word == "" {
				return 0
			}
			top := math.Inf(-1)
			for n := 1; n <= len(word); n++ {
				if id, ok := ids[word[:n]]; ok {
					top = max(top, scores[id]+best(word[n:]))
				} else if n == 1 {
					top = max(top, low+best(word[n:]))
				}
			}
			return top
		}
		for range 10 {
			word := smallWord(r, "abc")
			sum, unknown, pieces := 0.0, len(word), m.pieces(nil, word)
			for i, id := range pieces {
				if id == 0 {
					require.True(t, i == 0 || pieces[i-1] != 0, "%q: unknown neighbours", word)
					continue
				}
				sum, unknown = sum+scores[id], unknown-len(texts[id])
			}
			sum += low * float64(unknown)
			require.InDelta(t, best(word), sum, 1e-9, "%q in %v", word, ids)
		}
	}
}

// TestBPETwin: merging the first of the lowest rank, again and again, gives the same.
func TestBPETwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for range 300 {
		pieces := []string{"a", "b", "c"}
		ids := map[string]int32{"?": 0, "a": 1, "b": 2, "c": 3}
		d := &description{Unknown: "?", ids: ids}
		ranks := map[[2]string]int{}
		for rank := range r.IntN(12) {
			pair := [2]string{pieces[r.IntN(len(pieces))], pieces[r.IntN(len(pieces))]}
			if _, ok := ids[pair[0]+pair[1]]; !ok {
				ids[pair[0]+pair[1]] = int32(len(ids))
				pieces = append(pieces, pair[0]+pair[1])
			}
			ranks[pair] = rank
			d.merges = append(d.merges, pair)
		}
		m, err := newBPE(d, false)
		require.NoError(t, err)
		for range 20 {
			word := smallWord(r, "abcd")
			parts := strings.Split(word, "")
			for {
				at, low := -1, math.MaxInt
				for i := range len(parts) - 1 {
					if rank, ok := ranks[[2]string{parts[i], parts[i+1]}]; ok && rank < low {
						at, low = i, rank
					}
				}
				if at < 0 {
					break
				}
				parts = append(append(parts[:at:at], parts[at]+parts[at+1]), parts[at+2:]...)
			}
			var want []int32
			for _, p := range parts {
				want = append(want, ids[p])
			}
			require.Equal(t, want, m.pieces(nil, word), "%q by %v", word, d.merges)
		}
	}
}

// TestGPT2: the words of gpt2Pattern, which cover the text.
func TestGPT2(t *testing.T) {
	for text, want := range map[string][]string{
		"I'll  go, he'd 'stop''s":    {"I", "'ll", " ", " go", ",", " he", "'d", " '", "stop", "''", "s"},
		"'S'sé中 12²٣a! ?":            {"'", "S", "'s", "é中", " 12²٣", "a", "!", " ?"},
		"a\u00a0b\n\n c \n":          {"a", "\u00a0", "b", "\n\n", " c", " \n"},
		"  a":                        {" ", " a"},
		"\n\na":                      {"\n", "\n", "a"},
		"a   ":                       {"a", "   "},
		" \u3000x":                   {" ", "\u3000", "x"},
		"\u0301\u200b!\u0301 \u0301": {"\u0301\u200b!\u0301", " \u0301"},
	} {
		require.Equal(t, want, splitter(parts(gpt2), "Isolated")(text, true), "%q", text)
	}
	r := rand.New(rand.NewPCG(1, 5))
	for range 5000 {
		text := replaceBytes(randomText(r))
		require.Equal(t, text, strings.Join(splitter(parts(gpt2), "Isolated")(text, true), ""))
	}
}

// TestUnicodeTwin: the forms of golang.org/x/text, wherever it does not cut runs of combining characters.
func TestUnicodeTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	var marks []rune
	for c := rune(0x300); c < 0x20000; c++ {
		if unicode.Is(unicode.M, c) {
			marks = append(marks, c)
		}
	}
	for _, form := range []norm.Form{norm.NFC, norm.NFD, norm.NFKC, norm.NFKD} {
		own := unicodeForm(form)
		for c := range rune(0x30000) {
			if utf8.ValidRune(c) {
				require.Equal(t, form.String(string(c)), own(string(c)), "%U", c)
			}
		}
		for range 5000 {
			var text []rune
			for range r.IntN(12) {
				switch r.IntN(3) {
				case 0:
					text = append(text, marks[r.IntN(len(marks))])
				case 1:
					text = append(text, []rune("aeoAEOyKﬁÅ가각한")[r.IntN(14)%13])
				default:
					text = append(text, 0x1100+rune(r.IntN(0x100)))
				}
			}
			require.Equal(t, form.String(string(text)), own(string(text)), "%+q", string(text))
		}
	}
}

// TestManyMarks: a run of combining characters of any length is sorted, and nothing is put into it.
func TestManyMarks(t *testing.T) {
	many := "o" + strings.Repeat("\u0302\u0323", 100)
	sorted := strings.Repeat("\u0323", 100) + strings.Repeat("\u0302", 100)
	require.Equal(t, "o"+sorted, unicodeForm(norm.NFD)(many))
	composed := "\u1ed9" + strings.Repeat("\u0323", 99) + strings.Repeat("\u0302", 99)
	require.Equal(t, composed, unicodeForm(norm.NFC)(many))
}
