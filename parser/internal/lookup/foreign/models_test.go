package foreign_test

import (
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"parser/conll"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/lookup/foreign"
	"parser/parser/internal/mixed"
	"parser/parser/internal/segment"
	"parser/parser/text"
	"parser/testdata/testkit"
)

const models = "../../../models/"

func load(t *testing.T, lang string) *engine.Parser {
	t.Helper()
	if lang == "en" {
		p, err := engine.Read(english.File(), english.File().Size())
		require.NoError(t, err)
		return p
	}
	p, err := engine.Load(filepath.Join(models, lang, lang+".npz"))
	require.NoError(t, err)
	return p
}

// known returns what a model knows, with the rate that its file has.
func known(p *engine.Parser) *foreign.Known {
	var dictionaries []iter.Seq[string]
	for _, tagger := range p.Taggers() {
		dictionaries = append(dictionaries, tagger.Meta().Lemmas.Forms())
	}
	return foreign.Of(p.Scorer(), p.Meta().Unknown, p.Meta().Dev, dictionaries...)
}

// says returns what is said of a text, and after how many words.
func says(t *testing.T, p *engine.Parser, k *foreign.Known, raw string) (why string, words int) {
	t.Helper()
	in, err := p.Text(strings.NewReader(raw), "raw", text.Options{})
	require.NoError(t, err)
	watch := foreign.NewWatch(func() *foreign.Known { return k }, mixed.Other(p.Meta().Lang))
	for s, err := range in.All() {
		require.NoError(t, err)
		words += len(s.Words)
		if why = watch.See(s.Words); why != "" {
			break
		}
	}
	return why, words
}

// TestRates: models that do not know the rate of unknown words in their dev have it in a table.
func TestRates(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("without PARSER_DEEP")
	}
	var lines []string
	for lang, file := range testkit.ModelDevs(t) {
		p := load(t, lang)
		if lang == "hyw" {
			continue // its dev lacks what train has, too
		}
		dev, err := conll.ReadFile(testkit.Shared(t, file))
		require.NoError(t, err)
		rate := known(p).Rate(func(yield func([]conll.Word) bool) {
			for _, s := range dev {
				if !yield(s.Words) {
					return
				}
			}
		})
		if p.Meta().Unknown == 0 {
			lines = append(lines, fmt.Sprintf("%s\t%.3f\t%s\n", p.Meta().Dev, rate, lang))
		} else {
			require.InDelta(t, p.Meta().Unknown, rate, 0.01, lang)
		}
	}
	slices.Sort(lines)
	testkit.Golden(t, "rates.tsv", strings.Join(lines, ""))
}

// TestDevIsKnown: no model calls text of its own kind foreign.
func TestDevIsKnown(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("without PARSER_DEEP")
	}
	for lang, file := range testkit.ModelDevs(t) {
		p := load(t, lang)
		dev, err := conll.ReadFile(testkit.Shared(t, file))
		require.NoError(t, err)
		raw, err := segment.Of(dev)
		require.NoError(t, err)
		why, words := says(t, p, known(p), raw)
		require.Empty(t, why, "%s, after %d words", lang, words)
	}
}

// texts of about sixty words.
var texts = map[string]string{
	"en": `The old man who lived near the river used to say that winter would come early that year. His neighbours did not believe
him, but they had all stacked their wood before the first leaves fell. When the snow came, nobody had to walk far for anything,
and in the evenings they sat together and told each other the stories that their parents had told them when they were small.`,
	"da": `Den gamle mand, som boede nede ved åen, plejede at sige, at vinteren ville komme tidligt det år. Naboerne troede ikke på
ham, men de havde alligevel stablet deres brænde, før de første blade faldt. Da sneen kom, behøvede ingen at gå langt efter noget,
og om aftenen sad de sammen og fortalte hinanden de historier, som deres forældre havde fortalt dem, da de var små.`,
	"fr": `Le vieil homme qui habitait près de la rivière disait souvent que l'hiver viendrait tôt cette année. Ses voisins ne le
croyaient pas, mais ils avaient tous rangé leur bois avant la chute des premières feuilles. Quand la neige est venue, personne n'a
dû aller loin, et le soir ils étaient assis ensemble et racontaient les histoires que leurs parents leur avaient racontées.`,
	"ru": `Старик, который жил у реки, часто говорил, что зима в этом году придёт рано. Соседи ему не верили, но дрова сложили ещё
до того, как упали первые листья. Когда выпал снег, никому не пришлось далеко ходить, и по вечерам они сидели вместе и рассказывали
друг другу истории, которые слышали в детстве от родителей, пока за окном шумел ветер.`,
	"ja": `川の近くに住んでいた老人は、その年は冬が早く来ると言っていた。近所の人たちは信じなかったが、最初の葉が落ちる前に薪を積んでおいた。
雪が降ったとき、誰も遠くまで行かなくてよかったし、夜になるとみんなで座って、子供のころに両親から聞いた話を語り合った。`,
	"zh": `住在河邊的老人常常說，那一年的冬天會來得很早。鄰居們不相信他，但是在第一片葉子落下以前，他們都已經準備好了木柴。下雪的時候，
沒有人需要走很遠的路，晚上他們坐在一起，互相講小時候從父母那裡聽到的故事。`,
}

// simplified is the Chinese text in the other script.
const simplified = `住在河边的老人常常说，那一年的冬天会来得很早。邻居们不相信他，但是在第一片叶子落下以前，他们都已经准备好了木柴。下雪的时候，
没有人需要走很远的路，晚上他们坐在一起，互相讲小时候从父母那里听到的故事。`

// TestTexts: every model knows a text in its own language, also in decomposed letters and in simplified characters, and
// calls those in others foreign.
func TestTexts(t *testing.T) {
	for lang := range testkit.ModelDevs(t) {
		p := load(t, lang)
		k := known(p)
		require.NotNil(t, k, lang)
		for other, raw := range texts {
			why, _ := says(t, p, k, strings.Repeat(raw+"\n\n", 4))
			require.Equal(t, other != lang, why != "", "%s to %s: %s", other, lang, why)
			if other != lang {
				require.Regexp(t, `of the last \d+ words are like words|letters are \w+; the model knows \w|in another language`, why)
			}
		}
		switch lang {
		case "zh":
			why, _ := says(t, p, k, strings.Repeat(simplified+"\n\n", 4))
			require.Empty(t, why)
		case "da", "fr", "ru":
			raw := norm.NFD.String(texts[lang])
			why, words := says(t, p, k, raw)
			require.Contains(t, why, "not in the normal form NFC")
			require.Less(t, words, 30)
			watch := foreign.NewWatch(func() *foreign.Known { return k }, mixed.Other(p.Meta().Lang))
			in, err := p.Text(strings.NewReader(raw), "raw", text.Options{})
			require.NoError(t, err)
			said := 0
			for s, err := range in.All() {
				require.NoError(t, err)
				if watch.See(s.Words) != "" {
					said++
				}
			}
			require.Equal(t, 1, said, lang)
		}
	}
}
