package segment

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

// Words of several syllables are known as those of several characters are, whatever their case. A line end is in none.
func TestWindowsKnownSyllables(t *testing.T) {
	rules := rulesOf(Rules{Scripts: []string{"Latin"}, Spaces: true, Words: []string{"quan trọng", "nhân dân", "ủy ban nhân dân"}})
	units := []unit{{form: "Ủy", blank: " "}, {form: "ban", blank: " "}, {form: "nhân", blank: " "}, {form: "dân"}, {form: ",", blank: " "},
		{form: "quan", blank: "\n"}, {form: "trọng", last: true}}
	require.Equal(t, ""+
		"Ủy ủy ban nAa_ C=_|E=0|B=0|X=4|I=0|R=0 _\n"+
		"ban ban nhân _a3_ C=_|E=0|B=2|X=4|I=0|R=0 _\n"+
		"nhân nhân dân _a3_ C=_|E=0|B=0|X=4|I=0|R=0 _\n"+
		"dân dân _a3- C=_|E=4|B=0|X=0|I=0|R=1 _\n"+
		", dân, -,_ C=_|I=1|R=0 _\n"+
		"quan quan _a3n C=_|E=0|B=0|X=0|I=0|R=0 _\n"+
		"trọng trọng na3n C=_|E=0|B=0|X=0|I=0|R=0 _\n", columnsOf(rules.window(units, nil)))
}

// syllables returns sentences of words with blanks between their syllables.
func syllables(sentences ...[]string) (all []*conll.Sentence) {
	for _, words := range sentences {
		s := &conll.Sentence{Format: conll.FormatU}
		for _, form := range words {
			s.Words = append(s.Words, word(form, "_"))
		}
		all = append(all, s)
	}
	return all
}

// Blanks inside words do not make single characters of all.
func TestLearnSyllables(t *testing.T) {
	sentences := syllables([]string{"Nhân dân", "đi", "học"}, []string{"Anh", "rất", "quan trọng"}, []string{"vì", "nhân dân"})
	rules, err := Learn(sentences, "vi")
	require.NoError(t, err)
	require.Empty(t, rules.Single)
	require.Equal(t, []string{"nhân dân"}, rules.Words)
	windows, err := rules.Windows(sentences, 0)
	require.NoError(t, err)
	learned := columnsOf(windows[0])
	require.Contains(t, learned, "Nhân nhân dân nAa_ C=_|E=0|B=0|X=2|")
	require.Contains(t, learned, "quan quan trọng _a3_ C=_|E=0|B=0|X=0|")
}

// A tagger is told of each list by itself which of its words are around a place, in the characters of the treebank, before
// and after the rules are stored.
func TestAddList(t *testing.T) {
	r := rulesOf(Rules{Single: []string{"Han"}, Scripts: []string{"Han"}, Words: []string{"看板", "書店"}})
	require.Equal(t, 2, r.AddList(slices.Values([]string{"店看", "書店看板", "書", "長過八個字的詞語了", "book"})))
	require.Equal(t, 1, r.AddList(slices.Values([]string{"板的"})))
	require.Zero(t, r.AddList(slices.Values([]string{"的", "sign"})))
	text, err := json.Marshal(r)
	require.NoError(t, err)
	var again Rules
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, withLists, again.Revision)
	units := []unit{{form: "書"}, {form: "店"}, {form: "看"}, {form: "板"}, {form: "的", last: true}}
	for _, r := range []*Rules{r, &again} {
		require.Equal(t, ""+
			"書 書店 nHan- E=0|B=0|X=2|E1=0|B1=2|X1=4|E2=0|B2=0|X2=0 _\n"+
			"店 店看 -Han- E=2|B=2|X=0|E1=0|B1=0|X1=4|E2=0|B2=0|X2=0 _\n"+
			"看 看板 -Han- E=0|B=0|X=2|E1=2|B1=0|X1=4|E2=0|B2=2|X2=0 _\n"+
			"板 板的 -Han- E=2|B=0|X=0|E1=4|B1=0|X1=0|E2=0|B2=0|X2=2 _\n"+
			"的 的 -Hann E=0|B=0|X=0|E1=0|B1=0|X1=0|E2=2|B2=0|X2=0 _\n", columnsOf(r.window(units, nil)))
		require.Contains(t, r.Templates(), "\nN0m:E2 N0w\n")
		require.NotContains(t, r.Templates(), "3")
	}
}

// Words of several syllables are looked for in small letters; a treebank without words of several units needs no list.
func TestAddListOfSyllables(t *testing.T) {
	r := rulesOf(Rules{Scripts: []string{"Latin"}, Spaces: true, Words: []string{"quan trọng"}})
	require.Equal(t, 1, r.AddList(slices.Values([]string{"Nhân dân", "quan"})))
	require.Contains(t, columnsOf(r.window([]unit{{form: "nhân", blank: " "}, {form: "dân", last: true}}, nil)), "|E1=0|B1=0|X1=2|")
	require.Zero(t, rulesOf(Rules{Scripts: []string{"Latin"}}).AddList(slices.Values([]string{"don't", "New York"})))
}

// A list in simplified characters serves a treebank in traditional ones.
func TestAddListOfAnotherScript(t *testing.T) {
	words := []string{"國家", "頭髮", "發展", "書店", "電話", "漢語", "東門", "車馬", "開關", "學習", "長風", "見貝"}
	r := rulesOf(Rules{Single: []string{"Han"}, Scripts: []string{"Han"}, Words: words})
	require.NotNil(t, r.script)
	require.Equal(t, 1, r.AddList(slices.Values([]string{"电车"})))
	require.True(t, r.Lists[0].Has("電車"))
}

func TestBadLists(t *testing.T) {
	one := `"AQEAAA=="`
	full := one + strings.Repeat(","+one, mostLists-1)
	for text, why := range map[string]string{
		`{"Lists":[` + one + `]}`: "", `{"Lists":[` + full + `]}`: "", `{"Lists":[` + full + `,` + one + `]}`: "10 lists",
		`{"Lists":[""]}`: "bad set", `{"Lists":[null]}`: "empty", `{"Lists":["AAA="]}`: "empty", `{"Lists":["?"]}`: "bad set",
		`{"Lists":["AQEAAAA="]}`: "bad set", `{"Lists":["AQEAAQ=="]}`: "bad set", `{"Lists":["AQEA"]}`: "bad set", `{"Lists":["/wEBAAA="]}`: "bad set",
	} {
		if err := json.Unmarshal([]byte(text), new(Rules)); why == "" {
			require.NoError(t, err, text)
		} else {
			require.ErrorContains(t, err, why, text)
		}
	}
}
