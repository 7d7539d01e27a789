package engine_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/segment"
	"parser/parser/text"
	"parser/testdata/testkit"
)

// ordinary are sentences with the letters of each language that has a model.
var ordinary = map[string]string{
	"en":  "The café offers fine coffee, and my fiancée finally left her office. It wasn't difficult.",
	"af":  "Die vroeë môre is koel, en sy sê niks nie. Hulle fietse staan buitekant.",
	"be":  "Стары чалавек жыве каля ракі і чытае шмат кніг. Дзеці ўчора пайшлі ў школу.",
	"ca":  "L'home vell viu a prop del riu i llegeix molts llibres. Els nens van anar ahir a l'escola.",
	"cs":  "Můj bratr žije v malém městě a často čte knihy. Včera jsme šli domů velmi pozdě.",
	"cy":  "Mae'r tŷ gwyn yn hen, ond mae'r gegin yn newydd. Aeth hi i'r siop neithiwr.",
	"da":  "Den gamle café åbner først på søndag, siger bageren. Børnene får øllebrød og æbler.",
	"de":  "Der alte Mann wohnt am Fluss und liest gern Bücher. Gestern sind die Kinder früh nach Hause gegangen.",
	"el":  "Ο γέρος μένει κοντά στο ποτάμι και διαβάζει πολλά βιβλία. Τα παιδιά πήγαν χθες στο σχολείο.",
	"es":  "La niña no quería comer más pan, pero el médico insistió. Mañana iremos al jardín después de la lección.",
	"fa":  "پیرمرد کنار رودخانه زندگی می\u200cکند و کتاب می\u200cخواند. بچه\u200cها دیروز به مدرسه رفتند.",
	"fi":  "Vanha mies asuu joen rannalla ja lukee kirjoja. Lapset menivät eilen kotiin hyvin myöhään.",
	"fo":  "Tórshavn er høvuðsstaður í Føroyum. Hon er størsta býurin.",
	"fr":  "L'élève a été répété à l'école, où il préfère étudier. Le garçon du café était fini.",
	"ga":  "Tá an múinteoir óg ag éisteacht leis an gceol, agus tá sé sásta. Níl sé fuar inniu.",
	"gd":  "Tha an taigh mòr aig a' bhàgh, agus tha e glè shean. Chaidh iad dhan sgoil an-dè.",
	"gl":  "O home vello vive a carón do río e le moitos libros. Os nenos foron onte á escola.",
	"grc": "ὁ γέρων παρὰ τὸν ποταμὸν οἰκεῖ καὶ βίβλους ἀναγινώσκει. οἱ δὲ παῖδες ἐχθὲς εἰς τὴν πόλιν ἦλθον.",
	"he":  "הילד הקטן קורא ספר ישן בבית. האם הלכה אתמול לשוק.",
	"hi":  "बूढ़ा आदमी नदी के पास रहता है और किताबें पढ़ता है। बच्चे कल स्कूल गए।",
	"hr":  "Stari čovjek živi uz rijeku i čita mnoge knjige. Djeca su jučer išla u školu.",
	"hy":  "Երեխան կարդում է նոր գիրքը, և մայրը ժպտում է։ Նա շատ ուրախ է։",
	"hyw": "Ծերունին գետին մօտ կը բնակի եւ գիրքեր կը կարդայ։ Երեխաները երէկ դպրոց գացին։",
	"id":  "Orang tua itu tinggal di dekat sungai dan membaca banyak buku. Anak-anak pergi ke sekolah kemarin.",
	"is":  "Hún býr í gömlu húsi við ána, og þar er alltaf hlýtt. Börnin léku sér úti í gær.",
	"it":  "La città è più bella di notte, perché c'è silenzio. I ragazzi sono andati a scuola già alle otto.",
	"ja":  "私は東京でがっこうにかよっています。パンとピザをたべました。",
	"ka":  "მოხუცი კაცი მდინარესთან ცხოვრობს და წიგნებს კითხულობს. ბავშვები გუშინ სკოლაში წავიდნენ.",
	"ko":  "그는 어제 도서관에서 책을 읽었다. 날씨가 매우 좋았다.",
	"ky":  "Карыган киши дарыянын жанында жашайт жана китеп окуйт. Балдар кечээ мектепке барышты.",
	"la":  "Senex prope flumen habitat et multos libros legit. Pueri heri in scholam ierunt.",
	"lv":  "Vecais vīrs dzīvo pie upes un lasa grāmatas. Bērni vakar gāja uz skolu.",
	"mt":  "Il-ktieb il-ġdid jinsab fuq il-mejda tal-għalliem. Hija marret id-dar kmieni ħafna.",
	"nb":  "Den gamle mannen bor ved elva og leser mange bøker. Barna gikk på skolen i går.",
	"nl":  "Het café ligt vlak bij de fietsenmaker, zegt de coördinator. Zij vindt het efficiënt.",
	"nn":  "Den gamle mannen bur ved elva og les mange bøker. Ungane gjekk på skulen i går.",
	"pl":  "Dziewczyna poszła wczoraj do sklepu po świeży chleb. Źle się czuję, więc śpię.",
	"pt":  "A avó não está à mesa, mas o pão é ótimo. As crianças começaram a lição às três.",
	"ro":  "Bătrânul locuiește lângă râu și citește multe cărți. Copiii au plecat ieri la școală.",
	"ru":  "Мой друг ещё не пришёл, и новый район ей не знаком. Зимой дети играли во дворе.",
	"se":  "Boares olmmoš orru joga lahka ja lohká girjjiid. Mánát vulge ikte skuvlii.",
	"sk":  "Starý muž býva pri rieke a číta veľa kníh. Deti išli včera do školy.",
	"sl":  "Moja hiša stoji ob reki, kjer je vedno tišina. Otroci so šli včeraj v šolo.",
	"sr":  "Stari čovek živi pored reke i čita mnoge knjige. Deca su juče išla u školu.",
	"sv":  "Läraren gick över gatan, för affären var öppen. Två små flickor åt äpplen på ön.",
	"th":  "เขาไปโรงเรียนทุกวัน แม่ทำอาหารที่บ้าน",
	"tr":  "Yaşlı adam ırmağın yanında küçük bir evde oturuyor. Çocuklar dün okula erken gittiler.",
	"ug":  "قېرى ئادەم دەريانىڭ يېنىدا ياشايدۇ ۋە كىتاب ئوقۇيدۇ. بالىلار تۈنۈگۈن مەكتەپكە باردى.",
	"uk":  "Мій брат її знає, бо вони живуть поруч. Його сім'я поїхала в інший район.",
	"vi":  "Anh ấy sống ở Hà Nội , và thích đọc sách . Số điện thoại của tôi đã đổi rồi .",
	"wo":  "Góor gi dafay dëkk ci wetu dex gi. Xale yi dem nañu daara démb.",
	"zh":  "他們昨天去了台北的圖書館。天氣很好，孩子們都很高興。",
}

// spellings write a text in other ways that mean the same.
var spellings = map[string]func(text string) string{
	"decomposed": norm.NFD.String,
	"soft hyphens": func(text string) string {
		return regexp.MustCompile(`(\p{L}{3})(\p{L}{3})`).ReplaceAllString(text, "$1\u00ad$2")
	},
	"ligatures": strings.NewReplacer("ffi", "ﬃ", "ff", "ﬀ", "fi", "ﬁ", "fl", "ﬂ", "st", "ﬆ").Replace,
	"marks of direction": func(text string) string {
		return "\ufeff\u200f" + regexp.MustCompile(`(\p{L}+)( |$)`).ReplaceAllString(text, "\u202a$1\u202c$2\u200e")
	},
	"spaces without width": func(text string) string { return strings.ReplaceAll(text, " ", "\u200b \u200b") },
	"word joiners":         func(text string) string { return regexp.MustCompile(`\p{L}\b`).ReplaceAllString(text, "$0\u2060") },
}

// parseText parses a text and returns the words of its sentences without FORM and MISC; their text must be this one.
func parseText(t testing.TB, p *engine.Parser, raw string) (all [][]conll.Word) {
	t.Helper()
	r, err := p.Text(strings.NewReader(raw), "raw", text.Options{})
	require.NoError(t, err)
	sentences, err := textfile.ReadAll(r.Read)
	require.NoError(t, err)
	var again []byte
	for _, s := range sentences {
		again, err = segment.AppendText(again, s)
		require.NoError(t, err)
		require.NoError(t, p.Parse(s))
		words := slices.Clone(s.Words)
		for i := range words {
			words[i].Form, words[i].Misc = "", ""
		}
		all = append(all, words)
	}
	require.Equal(t, raw, string(again))
	return all
}

// TestSpellings: in all languages text that is written in other ways has the same tags, lemmas and trees.
func TestSpellings(t *testing.T) {
	changed, devs := map[string]int{}, testkit.ModelDevs(t)
	for lang := range devs {
		raw := ordinary[lang]
		if raw == "" {
			t.Logf("no text in %s", lang)
			continue
		}
		p := modelOf(t, lang)
		want := parseText(t, p, raw)
		require.Len(t, want, map[bool]int{true: 1, false: 2}[lang == "th"], lang) // which writes no marks between sentences
		for name, spell := range spellings {
			other := spell(raw)
			if other == raw {
				continue
			}
			changed[name]++
			assert.Equal(t, want, parseText(t, p, other), "%s, %s: %+q", lang, name, other)
		}
	}
	for name := range spellings {
		require.GreaterOrEqual(t, changed[name], min(10, len(devs)/2), name)
	}
}

// TestWideLetters: languages whose text has letters, digits and marks of two widths.
func TestWideLetters(t *testing.T) {
	for lang, lines := range map[string][2]string{
		"ja": {"Pythonで書くのが3番目にいい。ガラス", "Ｐｙｔｈｏｎで書くのが３番目にいい｡ｶﾞﾗｽ"},
		"ko": {"LG는 2009년에 KBS에서 나왔다.", "ＬＧ는 ２００９년에 ＫＢＳ에서 나왔다．"},
		"en": {"It costs 25 dollars (or more).", "Ｉｔ ｃｏｓｔｓ ２５ ｄｏｌｌａｒｓ （ｏｒ ｍｏｒｅ）．"},
	} {
		p := modelOf(t, lang)
		require.Equal(t, parseText(t, p, lines[0]), parseText(t, p, lines[1]), lang)
	}
}

// TestUnknownMarks: each model knows what marks are looked up as, and takes what encloses words for punctuation.
func TestUnknownMarks(t *testing.T) {
	marks := strings.Fields("« » » « “ ” „ “ ‘ ’ ‹ › [ ] { } ⟨ ⟩ 「 」 『 』 ¿ ? ¡ ! 。 ۔ ؟ ， ، 、 ; ； … — – • € ‰ № ＃")
	const surely = 35 // of these can be looked up as others in all models: what encloses words, ends of sentences, and commas
	punctuation, all := 0, 0
	for lang := range testkit.ModelDevs(t) {
		p := modelOf(t, lang)
		known := p.KnownMarks()
		words := make([]conll.Word, 0, 2*len(marks))
		for _, mark := range marks {
			words = append(words, conll.Word{Form: mark, Head: conll.NoHead}, conll.Word{Form: "x", Head: conll.NoHead})
		}
		for i, form := range p.SeenForms(words) {
			switch mark := marks[i/2]; {
			case i%2 > 0 || slices.Contains(known, form):
			case i/2 < surely:
				assert.Fail(t, "not known", "%s: %s as %s", lang, mark, form)
			default:
				assert.Equal(t, norm.NFKC.String(mark), norm.NFKC.String(form), lang)
			}
		}
		words = words[:0]
		for i := 0; i < 20; i += 2 {
			words = append(words, conll.Word{Form: marks[i], Head: conll.NoHead})
			for word := range strings.FieldsFuncSeq(ordinary[lang], func(c rune) bool { return !unicode.In(c, unicode.L, unicode.M) }) {
				if words = append(words, conll.Word{Form: word, Head: conll.NoHead}); len(words)%5 == 0 {
					break
				}
			}
			words = append(words, conll.Word{Form: marks[i+1], Head: conll.NoHead})
		}
		require.NoError(t, p.Parse(&conll.Sentence{Words: words}))
		for i := range words {
			if w := &words[i]; slices.Contains(marks, w.Form) {
				all++
				if w.UPOS == "PUNCT" {
					punctuation++
				}
			}
		}
	}
	require.Greater(t, punctuation*100, all*97)
}
