package subword

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// checkLaws: what holds of the tokenizers in testdata for any text.
func checkLaws(t testing.TB, tok *Tokenizer, text string) {
	checkKnown(t, tok, text)
	require.Equal(t, slices.Concat([]int32{7}, ids(tok, text)), tok.encode([]int32{7}, text, false))
	require.Equal(t, ids(tok, text), ids(tok, strings.ToValidUTF8(replaceBytes(text), "")), "%q", text)

	if strings.ContainsAny(text, "<[") {
		return // an added token would be without the blank
	}
	words := strings.Fields(text)
	list := []int32{}
	for _, w := range words {
		list = tok.Word(list, w)
	}
	joined := strings.Join(words, " ")
	if tok.blank != 0 || tok.before != "" {
		joined = " " + joined
	}
	if joined == " " {
		joined = ""
	}
	require.Equal(t, ids(tok, joined), list, "%q", text)
}

// replaceBytes puts U+FFFD in for each byte that is not UTF-8.
func replaceBytes(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteRune(r)
	}
	return b.String()
}

// randomText is a text of characters from all planes, the more often the lower, and now and then of broken ones.
func randomText(r *rand.Rand) string {
	ranges := []int{0x80, 0x80, 0x250, 0x3000, 0x10000, 0x20000, 0x110000}
	parts := []string{" ", "  ", "\u0301", "\u0323", "'s", "[MASK]", "<mask>", "</s>", "\xff", "\xe4\xb8", "e", "the",
		"##", "▁", "½", "가", "ᆨ"}
	var b strings.Builder
	for range r.IntN(30) {
		if r.IntN(3) == 0 {
			b.WriteString(parts[r.IntN(len(parts))])
		} else {
			b.WriteRune(rune(r.IntN(ranges[r.IntN(len(ranges))])))
		}
	}
	return b.String()
}

func TestLaws(t *testing.T) {
	for _, folder := range folders {
		tok := open(t, folder)
		for _, text := range sentences(t) {
			checkLaws(t, tok, text)
		}
		r := rand.New(rand.NewPCG(1, 2))
		for range 3000 {
			checkLaws(t, tok, randomText(r))
		}
	}
}

// TestConcurrent: goroutines that share a tokenizer do not disturb each other.
func TestConcurrent(t *testing.T) {
	tok := open(t, "unigram")
	texts := sentences(t)
	want := make([][]int32, len(texts))
	for i, text := range texts {
		want[i] = tok.encode(nil, text, false)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 20 {
				for i, text := range texts {
					require.Equal(t, want[i], tok.encode(nil, text, false))
				}
			}
		})
	}
	wait.Wait()
}

// TestLong: a long text without a blank takes no more than a few times what one a quarter as long takes. It has a
// megabyte with PARSER_DEEP, a quarter of one otherwise.
func TestLong(t *testing.T) {
	const times = 4
	bytes := 1 << 16
	if os.Getenv("PARSER_DEEP") != "" {
		bytes = 1 << 18
	}
	units := strings.Split("a th é 中 각 ! \u0301\u0323 \xff 👩\u200d 🇩 ¼ [MASK]", " ")
	for i, folder := range folders {
		tok := open(t, folder)
		for n, unit := range append(units, " ") {
			if (i+n)%3 > 0 && os.Getenv("PARSER_DEEP") == "" {
				continue // by turns
			}
			text := strings.Repeat(unit, times*bytes/len(unit))
			short := text[:len(text)/times]
			tok.encode(nil, short, false)
			start := time.Now()
			tok.encode(nil, short, false)
			fast := time.Since(start)
			start = time.Now()
			tok.encode(nil, text, false)
			slow := time.Since(start)
			// Quadratic time is 16 times as much, and seconds: the bound leaves room for a busy machine.
			require.Less(t, slow, 12*fast+2*time.Second, "%s: %q", folder, unit)
		}
	}
}

// TestLongestWord: a word of more than 100 characters is unknown to WordPiece, one of 100 is not.
func TestLongestWord(t *testing.T) {
	tok := open(t, "cased")
	require.Greater(t, len(tok.Word(nil, "p"+strings.Repeat("å", 99))), 1)
	require.Equal(t, []int32{tok.Special().Unknown}, tok.Word(nil, "p"+strings.Repeat("å", 100)))
	require.Empty(t, tok.Word(nil, "\u0007\u200d"))
	require.Empty(t, tok.Word(nil, ""))
}
