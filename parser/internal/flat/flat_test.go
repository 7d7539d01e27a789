package flat_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/flat"
)

func Example() {
	texts, ok := flat.Strings([]byte(`{"dogs": "dog", "\u00e9t\u00e9": "t\t"}`))
	fmt.Printf("%v %q %q\n", ok, texts.At(2), texts.At(3))
	keys, numbers, ok := flat.Numbers([]byte(`{"dog": 17}`))
	fmt.Println(ok, keys.Len(), keys.At(0), numbers)
	// Output:
	// true "été" "t\t"
	// true 1 dog [17]
}

// TestFlat: whatever the text, what is read is what encoding/json reads.
func TestFlat(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	alphabet := []rune("ab01\"\\\\u/n{}:,-. \n\tä\u2028\U0001f600\x01")
	damaged := func(text []byte) string {
		runes := []rune(string(text))
		for range random.IntN(3) {
			if i := random.IntN(len(runes)); random.IntN(2) == 0 {
				runes[i] = alphabet[random.IntN(len(alphabet))]
			} else {
				runes = append(runes[:i], runes[i+1:]...)
			}
		}
		return string(runes)
	}
	read, numbers := 0, 0
	for range 20000 {
		some := func() string {
			text := make([]rune, random.IntN(4))
			for i := range text {
				text[i] = alphabet[random.IntN(len(alphabet))]
			}
			return string(text)
		}
		indented, err := json.MarshalIndent(map[string]string{some(): some(), some(): some()}, " ", " ")
		require.NoError(t, err)
		text := damaged(indented)
		if texts, ok := flat.Strings([]byte(text)); ok {
			got, want := map[string]string{}, map[string]string{}
			for i := 0; i < texts.Len(); i += 2 {
				got[texts.At(i)] = texts.At(i + 1)
			}
			require.NoError(t, json.Unmarshal([]byte(text), &want), text)
			require.Equal(t, want, got, text)
			read++
		}
		plain, err := json.Marshal(map[string]int{some(): random.IntN(1 << random.IntN(35)), some(): random.IntN(100)})
		require.NoError(t, err)
		text = damaged(plain)
		if keys, values, ok := flat.Numbers([]byte(text)); ok {
			got, want := map[string]int32{}, map[string]int32{}
			for i, value := range values {
				got[keys.At(i)] = value
			}
			require.NoError(t, json.Unmarshal([]byte(text), &want), text)
			require.Equal(t, want, got, text)
			numbers++
		}
	}
	require.Greater(t, min(read, numbers), 7000)
	require.Equal(t, 2, flat.Of("a", "b").Len())
	require.Equal(t, "b", flat.Of("a", "b").At(1))
}
