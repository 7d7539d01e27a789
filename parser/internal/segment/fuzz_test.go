package segment

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	how "parser/parser/text"
	"parser/testdata/testkit"
)

// FuzzLearn counts in any treebank: it is refused, or its rules are the same after storing and
// reading, and cut its own text without losing a character.
func FuzzLearn(f *testing.F) {
	sample, err := os.ReadFile("../../../testdata/en/dev.conllu")
	require.NoError(f, err)
	f.Add(string(sample[:3000]))
	f.Add("# newpar\n1-2\tzum\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\tzu\t_\tADP\t_\t_\t2\tcase\t_\t_\n" +
		"2\tdem\t_\tDET\t_\t_\t0\troot\t_\tSpacesAfter=\\s\\n\\n\n\n")
	f.Add("1\t看似\t_\tX\t_\t_\t0\troot\t_\tSpaceAfter=No\n2\t簡單\t_\tX\t_\t_\t1\tdep\t_\tSpacesBefore=\\u00A0\n\n1\t34 470\t_\tX\t_\t_\t0\troot\t_\t_\n\n")
	f.Fuzz(func(t *testing.T, conllu string) {
		sentences, err := textfile.ReadAll(conll.NewReader(strings.NewReader(conllu), "f").Read)
		if err != nil {
			return
		}
		rules, err := Learn(sentences, "en")
		if err != nil {
			return
		}
		raw, err := Of(sentences)
		require.NoError(t, err)
		stored, err := json.Marshal(rules)
		require.NoError(t, err)
		var again Rules
		require.NoError(t, json.Unmarshal(stored, &again), string(stored))
		twice, err := json.Marshal(&again)
		require.NoError(t, err)
		require.Equal(t, string(stored), string(twice))
		_, err = again.Windows(sentences, 2)
		require.NoError(t, err)
		checkReader(t, raw, &again, erratic(1), how.Options{Ranges: utf8.RuneCountInString})
	})
}

// FuzzMarkup reads any text as if it had markup and divided words: nothing of it is lost, and each token is where it says.
func FuzzMarkup(f *testing.F) {
	f.Add("<p title='a>b'>It&#8217;s <b>W</b>ord&nbsp;&fjlig;<!-- x --><br>sys-\n<i>tem</i> <script>a<b</script>&shy;y &#0; <pre>", uint64(1))
	f.Add("<p hidden>a<p style=\"display:none\">b<svg><text>c</svg><table><tr hidden><td>d<tr><td>e</table><ruby>f<rt>g</ruby><select><option>h</select>i",
		uint64(4))
	f.Add("---\nx: y\n---\n# *a* `b`\n\n- [x] c\\*\n  d  \ne [f](g \"h\")[^1]\n\n|i|j\n|-|-\n|k|l\\|\n\n> <div>\nm\n\n[^1]: well-\nknown\n```\nz", uint64(2))
	f.Add("a\u00ad\n\tb mother-in-\r\nlaw -\nc--\nd e-\n\nf &amp;-\n1", uint64(3))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if !utf8.ValidString(text) || strings.HasPrefix(text, "\x1f\x8b") {
			return
		}
		rules := rulesOf(Rules{Lower: []string{"a", "b"}, Spaces: true, Revision: 2, Multiword: Splits{"'s": " 's", "b": "c d"}})
		for _, o := range []how.Options{{Markup: how.HTML}, {Markup: how.Markdown}, {Dehyphenate: true}, {Markup: how.HTML, Dehyphenate: true},
			{Markup: how.Markdown, Dehyphenate: true}} {
			o.Ranges, o.MaxWords = utf8.RuneCountInString, int(seed%5)
			checkReader(t, text, rules, erratic(seed), o)
		}
	})
}

// Pieces of markup in any order find more than arbitrary texts.
func TestRandomMarkup(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 2))
	pieces := strings.Fields("a b Ab é \u00ad &amp; &shy; &nbsp; &fjlig; & < > <b> </b> <p> <br> <pre> </pre> <script> </script> " +
		"<code> </code> <!-- --> <i\u00a0x=' ' <p\u00a0hidden> <b\u00a0style=display:none> <select> </select> <svg> </svg> <template> " +
		"</template> <td> <tr\u00a0hidden> <rt> </p> " +
		"* ** _ ` ``` ~~~ ~~ # - + 1. > | |- \\ [ ] ( ) ![ ](x) [^1] [^1]: [a]: === --- +++ $ - ' x: </ <? <! \"")
	times := 1000
	if testkit.Deep() {
		times = 3000
	}
	for range times {
		var b strings.Builder
		for range random.IntN(30) {
			b.WriteString(pieces[random.IntN(len(pieces))])
			b.WriteString([]string{"", "", "", " ", "\n", "\n", "\n\n", "\r\n", "\n    "}[random.IntN(9)])
		}
		rules := rulesOf(Rules{Single: []string{"Latin"}[:random.IntN(2)], Spaces: true, Multiword: Splits{"b": "c d"}})
		for _, markup := range []string{"", how.HTML, how.Markdown} {
			checkReader(t, b.String(), rules, erratic(random.Uint64()), how.Options{Ranges: utf8.RuneCountInString, Markup: markup, Dehyphenate: random.IntN(2) > 0})
		}
	}
}

// FuzzRules reads any JSON as rules: they are refused, or cut any text without losing a character.
func FuzzRules(f *testing.F) {
	f.Add(`{"Single":["Han","digits"],"Cuts":["every|day"],"Words":["看似"],"Spaces":true,"Multiword":{"'s":" 's"}}`, "Everyday it's 看似 34 470…")
	f.Add(`{"Single":["Han"],"Words":["看似"],"Lists":["AQEAAA==","AQF/4A=="]}`, "看似山水")
	f.Add(`{"Cuts":["|"],"Scripts":["Klingon"],"Multiword":{"":"a b"}}`, "x")
	f.Fuzz(func(t *testing.T, stored, raw string) {
		var rules Rules
		if json.Unmarshal([]byte(stored), &rules) == nil && strings.ToValidUTF8(raw, "") == raw && !strings.HasPrefix(raw, "\x1f\x8b") {
			checkReader(t, raw, &rules, erratic(2), how.Options{})
			checkReader(t, raw, nil, nil, how.Options{})
		}
	})
}
