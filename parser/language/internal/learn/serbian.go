package main

import "strings"

// alphabets has the letters of Serbian, Latin and Cyrillic. Letters of two come first.
const alphabets = "lj љ nj њ dž џ a а b б c ц č ч ć ћ d д đ ђ e е f ф g г h х i и j ј k к l л m м n н o о p п r р s с š ш t т u у v в z з ž ж"

// The two ways from one alphabet of Serbian to the other. Capitals do not matter to n-grams.
var (
	toCyrillic = converter(false)
	toLatin    = converter(true)
)

func converter(back bool) *strings.Replacer {
	letters := strings.Fields(alphabets)
	var pairs []string
	for _, to := range []func(string) string{strings.ToLower, capital} {
		for i := 0; i < len(letters); i += 2 {
			latin, cyrillic := to(letters[i]), to(letters[i+1])
			if back {
				latin, cyrillic = cyrillic, latin
			}
			pairs = append(pairs, latin, cyrillic)
		}
	}
	return strings.NewReplacer(pairs...)
}

// capital makes the first letter a capital.
func capital(letters string) string {
	r := []rune(letters)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}
