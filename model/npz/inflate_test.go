package npz

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// deflated returns data as package flate compresses it.
func deflated(t testing.TB, data []byte, level int) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	require.NoError(t, err)
	_, err = w.Write(data)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// requireAsFlate: where inflate unpacks something, package flate makes the same of it, and inflate gives up with every
// other size.
func requireAsFlate(t testing.TB, src []byte, size int) (ok bool) {
	dst := make([]byte, size)
	if ok = inflate(dst, src); ok {
		want, err := io.ReadAll(flate.NewReader(bytes.NewReader(src)))
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, dst), "%x", src)
		require.False(t, inflate(make([]byte, size+1), src))
		require.False(t, size > 0 && inflate(make([]byte, max(size, 1)-1), src))
	}
	return ok
}

// TestInflate: it unpacks all that package flate packs: noise, text, runs, numbers that are like each other, and few symbols.
func TestInflate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	noise := func(n, symbols int) []byte {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(random.IntN(symbols) * random.IntN(2))
		}
		return data
	}
	skewed := make([]byte, 200_000) // has codes of all lengths
	for i := range skewed {
		for skewed[i] < 255 && random.IntN(2) > 0 {
			skewed[i]++
		}
	}
	all := [][]byte{nil, {0}, []byte("aaaa"), []byte(strings.Repeat("The dog barked. ", 5000)), make([]byte, 100_000), skewed, noise(300_000, 256)}
	for range 200 {
		all = append(all, noise(random.IntN(3000), 1+random.IntN(256)))
	}
	for i, data := range all {
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, 1, 6, 9} {
			require.True(t, requireAsFlate(t, deflated(t, data, level), len(data)), "%d, level %d", i, level)
		}
	}
}

// TestInflateDamaged: what is damaged or cut off is refused, or what package flate makes of it.
func TestInflateDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	data := []byte(strings.Repeat("It's late, and the dog barks at 10 cats! ", 40))
	for i := range data {
		if random.IntN(5) == 0 {
			data[i] = byte(random.IntN(256))
		}
	}
	for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, 1, 9} {
		src := deflated(t, data, level)
		for n := range src {
			require.False(t, requireAsFlate(t, src[:n], len(data)))
		}
		require.True(t, requireAsFlate(t, append(src, "more"...), len(data)))
		for i := range src {
			for bit := range 8 {
				src[i] ^= 1 << bit
				requireAsFlate(t, src, len(data))
				src[i] ^= 1 << bit
			}
		}
	}
}

// FuzzInflate: what is unpacked is what package flate unpacks.
func FuzzInflate(f *testing.F) {
	for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, 1, 9} {
		f.Add(deflated(f, []byte("a dog, a dog, a dog"), level), 19)
	}
	f.Add([]byte{3, 0}, 0)
	f.Fuzz(func(t *testing.T, src []byte, size int) {
		requireAsFlate(t, src, max(0, min(size, 1<<16)))
		if all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(src)), 1<<16)); err == nil && len(all) < 1<<16 {
			require.True(t, inflate(make([]byte, len(all)), src))
		}
	})
}

func BenchmarkInflate(b *testing.B) {
	text := []byte(strings.Repeat("The dog barked at the cat, and it ran away; nobody knows where to. ", 1000))
	random := rand.New(rand.NewPCG(1, 0))
	for i := range text {
		if random.IntN(8) == 0 {
			text[i] = byte('a' + random.IntN(26))
		}
	}
	src, dst := deflated(b, text, 6), make([]byte, len(text))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		inflate(dst, src)
	}
}
