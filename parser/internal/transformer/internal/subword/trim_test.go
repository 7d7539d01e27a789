package subword

import (
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// trimmed returns a tokenizer of the testdata with some of its pieces.
func trimmed(t testing.TB, folder string, kept []int32) *Tokenizer {
	files := Folder(filepath.Join("testdata", folder))
	left, err := Trim(files, kept)
	require.NoError(t, err)
	again, err := Trim(files, kept)
	require.NoError(t, err)
	require.Equal(t, left, again)
	tok, err := Read(inMemory(left))
	require.NoError(t, err)
	require.Equal(t, len(kept), tok.Size())
	return tok
}

func inMemory(files map[string][]byte) Files {
	return func(name string) ([]byte, error) {
		if text, there := files[name]; there {
			return text, nil
		}
		return nil, fs.ErrNotExist
	}
}

// someWords returns the words of the testdata in two parts, at random.
func someWords(t testing.TB, r *rand.Rand) (known, others []string) {
	for _, s := range sentences(t) {
		for _, w := range strings.Fields(s) {
			if r.IntN(2) == 0 {
				known = append(known, w)
			} else {
				others = append(others, w)
			}
		}
	}
	return known, others
}

func needsOf(tok *Tokenizer, words []string) Needs {
	n := tok.Needs()
	for _, w := range words {
		n.Add(tok, w, 1)
	}
	return n
}

// characters returns the pieces of one character that words need.
func characters(t testing.TB, folder string, tok *Tokenizer, words []string) (ids []int32) {
	c, err := readConfig(Folder(filepath.Join("testdata", folder)))
	require.NoError(t, err)
	f, _, err := readFile(Folder(filepath.Join("testdata", folder)), c)
	require.NoError(t, err)
	_, err = f.tokenizer(c)
	require.NoError(t, err)
	texts := tok.texts(f)
	for id, n := range needsOf(tok, words) {
		if n > 0 && utf8.RuneCountInString(strings.TrimPrefix(texts[int32(id)], f.Model.Prefix)) == 1 {
			ids = append(ids, int32(id))
		}
	}
	return ids
}

// With all pieces that a text needs, a tokenizer cuts it as before. With fewer, each word still has pieces, and is not
// unknown if it was not before, as long as its characters are left.
func TestTrim(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for _, folder := range folders {
		tok := open(t, folder)
		known, others := someWords(t, r)
		needs := needsOf(tok, known)
		kept, err := tok.Most(needs, 0)
		require.NoError(t, err)
		require.Less(t, len(kept), tok.Size())
		own := trimmed(t, folder, kept)
		for _, w := range known {
			ids := own.Word(nil, w)
			for i := range ids {
				ids[i] = kept[ids[i]]
			}
			require.Equal(t, tok.Word(nil, w), ids, "%s: %q", folder, w)
		}
		least, err := tok.Most(needs, 1)
		require.ErrorContains(t, err, "more than 1")
		require.Empty(t, least)
		all := slices.Concat(known, others)
		singles := characters(t, folder, tok, all)
		for most := len(kept); ; most -= 1 + most/8 {
			few, err := tok.Most(needs, most)
			if err != nil {
				require.Less(t, most, 400)
				break
			}
			require.Len(t, few, most)
			checkFewer(t, tok, trimmed(t, folder, few), all, false)
			few = slices.Compact(slices.Sorted(slices.Values(slices.Concat(few, singles))))
			checkFewer(t, tok, trimmed(t, folder, few), all, true)
		}
	}
}

// checkFewer compares how two tokenizers cut words, the second of which has fewer pieces.
func checkFewer(t *testing.T, tok, own *Tokenizer, words []string, allCharacters bool) {
	for _, w := range words {
		before, after := tok.Word(nil, w), own.Word(nil, w)
		require.Equal(t, len(before) == 0, len(after) == 0, "%q", w)
		if allCharacters && !slices.Contains(before, tok.special.Unknown) {
			require.NotContains(t, after, own.special.Unknown, "%q", w)
		}
	}
}

// A tokenizer all of whose pieces are kept is the same for any text, and keeps all if it is to keep more.
func TestTrimNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	for _, folder := range folders {
		tok := open(t, folder)
		var all []int32
		for id := range tok.Size() {
			all = append(all, int32(id))
		}
		own := trimmed(t, folder, all)
		require.Equal(t, tok.special, own.special)
		for range 500 {
			text := randomText(r)
			require.Equal(t, ids(tok, text), ids(own, text), "%s: %q", folder, text)
		}
		most, err := tok.Most(tok.Needs(), tok.Size()+1)
		require.NoError(t, err)
		require.Equal(t, all, most)
	}
}

// Pieces that are not in order, not there, or lack a token with a meaning of its own, are refused.
func TestTrimRefuses(t *testing.T) {
	for _, folder := range folders {
		files := Folder(filepath.Join("testdata", folder))
		for what, kept := range map[string][]int32{
			"the subword 1 to keep is out of order":     {0, 2, 1},
			"the subword 700 to keep is out of order, ": {0, 1, 2, 3, 700},
			"is not among the subwords to keep":         {5, 6},
		} {
			_, err := Trim(files, kept)
			require.ErrorContains(t, err, what)
		}
	}
}
