package align_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/internal/graphs/align"
)

// graph reads one graph.
func graph(t testing.TB, text string) *amr.Graph {
	t.Helper()
	g, err := amr.NewReader(strings.NewReader(text), "graph").Read()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// words returns the words of "form/lemma/UPOS/head ...", where a lemma may be left out and
// "UPOS>DEPREL" may replace the UPOS.
func words(t testing.TB, text string) (words []conll.Word) {
	t.Helper()
	for field := range strings.FieldsSeq(text) {
		parts := strings.Split(field, "/")
		if len(parts) != 4 {
			t.Fatalf("%q is no form/lemma/UPOS/head", field)
		}
		head, err := strconv.Atoi(parts[3])
		if err != nil {
			t.Fatal(err)
		}
		upos, deprel, _ := strings.Cut(parts[2], ">")
		words = append(words, conll.Word{Form: parts[0], Lemma: parts[1], UPOS: upos, Head: head, Deprel: deprel})
	}
	return words
}

// aligned returns "form=variable/rule ...", or the constant instead of the variable, for the words
// that have a node.
func aligned(words []conll.Word, g *amr.Graph) string {
	var all []string
	for _, l := range align.New().Explain(words, g) {
		n := g.Nodes[l.Node]
		name := n.Var
		if n.Constant() {
			name = n.Concept
		}
		all = append(all, fmt.Sprintf("%s=%s/%s", words[l.Word].Form, name, l.Rule))
	}
	return strings.Join(all, " ")
}

// alignments are made by hand.
var alignments = []struct{ name, words, graph, want string }{
	{"words and lemmas", "The//DET/2 boy//NOUN/3 wants/want/VERB/0 the//DET/5 ball//NOUN/3",
		`(w / want-01 :ARG0 (b / boy) :ARG1 (b2 / ball))`,
		"boy=b/word wants=w/lemma ball=b2/word"},
	{"a node mentioned twice has one word", "boys/boy/NOUN/2 hope//VERB/0 to//PART/4 sleep//VERB/2",
		`(h / hope-01 :ARG0 (b / boy) :ARG1 (s / sleep-01 :ARG0 b))`,
		"boys=b/lemma hope=h/word sleep=s/word"},
	{"a word stands for one node", "tea//NOUN/0",
		`(a / and :op1 (t / tea) :op2 (t2 / tea))`,
		"tea=t/word"},
	{"names", "Anna//PROPN/3 Bell//PROPN/1 sings/sing/VERB/0",
		`(s / sing-01 :ARG0 (p / person :wiki "Anna_Bell" :name (n / name :op1 "Anna" :op2 "Bell")))`,
		`Anna="Anna"/word Bell="Bell"/word sings=s/lemma`},
	{"nothing below wiki", "Anna//PROPN/0",
		`(p / person :wiki "Anna" :name (n / name :op1 "Annabel"))`,
		`Anna="Annabel"/fuzzy`},
	{"names that share a word", "New//PROPN/2 York//PROPN/3 beats/beat/VERB/0 New//PROPN/5 Delhi//PROPN/3",
		`(b / beat-03 :ARG1 (c / city :name (n / name :op1 "New" :op2 "Delhi")) :ARG0 (c2 / city :name (n2 / name :op1 "New" :op2 "York")))`,
		`New="New"/word York="York"/word beats=b/lemma New="New"/word Delhi="Delhi"/word`},
	{"a name that ends with its concept", "Acme//PROPN/2 Company//PROPN/3 grows/grow/VERB/0",
		`(g / grow-01 :ARG1 (c / company :name (n / name :op1 "Acme" :op2 "Company")))`,
		`Acme="Acme"/word Company="Company"/word grows=g/lemma`},
	{"a name that is its concept", "to//ADP/2 moon//NOUN/0 fly//VERB/2",
		`(f / fly-01 :destination (m / moon :name (n / name :op1 "moon")))`, `moon="moon"/word fly=f/word`},
	{"a name that begins after its concept", "state//NOUN/3 Penn//PROPN/3 State//PROPN/0 grows/grow/VERB/3",
		`(g / grow-01 :ARG1 (u / university :name (n / name :op1 "Penn" :op2 "State") :location (s / state)))`,
		`state=s/word Penn="Penn"/word State="State"/word grows=g/lemma`},
	{"the same without capitals", "state//NOUN/3 penn//PROPN/3 state//PROPN/0 grows/grow/VERB/3",
		`(g / grow-01 :ARG1 (u / university :name (n / name :op1 "penn" :op2 "state") :location (s / state)))`,
		`state=s/word penn="penn"/word state="state"/word grows=g/lemma`},
	{"the same word with two heads", "old/old/ADJ/2 cars/car/NOUN/3 pass//VERB/0 old/old/ADJ/5 houses/house/NOUN/3",
		`(p / pass-03 :ARG1 (h / house :mod (o / old)) :ARG0 (c / car :mod (o2 / old)))`,
		"old=o2/word cars=c/lemma pass=p/word old=o/word houses=h/lemma"},
	{"questions", "Where//ADV/3 did/do/AUX/3 Ida//PROPN/4 live//VERB/0",
		`(l / live-01 :ARG0 (p / person :name (n / name :op1 "Ida")) :location (a / amr-unknown))`,
		`Where=a/table Ida="Ida"/word live=l/word`},
	{"yes or no", "Does/do/AUX/3 it//PRON/3 rain//VERB/0",
		`(r / rain-01 :polarity (a / amr-unknown))`,
		"Does=a/table rain=r/word"},
	{"negation and modality", "You//PRON/4 ca/can/AUX/4 n't/not/PART/4 go//VERB/0",
		`(p / possible-01 :polarity - :ARG1 (g / go-02 :ARG0 (y / you)))`,
		"You=y/word ca=p/table n't=-/table go=g/word"},
	{"numbers", "three//NUM/4 hundred//NUM/4 2,500//NUM/4 years/year/NOUN/0",
		`(a / and :op1 (t / temporal-quantity :quant 300 :unit (y / year)) :op2 (t2 / temporal-quantity :quant 2500 :unit y))`,
		"three=300/number 2,500=2500/number years=y/lemma"},
	{"ordinals", "second//ADJ/2 day//NOUN/0",
		`(d / day :ord (o / ordinal-entity :value 2))`,
		"second=2/number day=d/word"},
	{"months, and what is left of a date", "on//ADP/2 May//PROPN/5 the//DET/2 first//ADJ/2 evening//NOUN/0",
		`(d / date-entity :month 5 :day 1)`,
		"May=5/table first=1/number"},
	{"what is left of a quantity", "ten//NUM/3 long//ADJ/3 miles/mile/NOUN/0",
		`(d / distance-quantity :quant 10 :unit (m / mile))`,
		"ten=10/number long=d/span miles=m/lemma"},
	{"parts of concepts", "more//ADJ/3 than/than/ADP/1 two//NUM/0",
		`(m / more-than :op1 2)`,
		"more=m/join two=2/number"},
	{"derivations", "The//DET/2 decisions/decision/NOUN/0 of//ADP/4 unhappy//ADJ/5 owners/owner/NOUN/2",
		`(d / decide-01 :ARG0 (p / person :ARG0-of (o / own-01) :mod (h / happy :polarity -)))`,
		"decisions=d/suffix unhappy=h/suffix owners=o/suffix"},
	{"countries", "German//ADJ/2 beer//NOUN/0",
		`(b / beer :source (c / country :name (n / name :op1 "Germany")))`,
		`German="Germany"/table beer=b/word`},
	{"alike from the beginning", "Philharmonics//NOUN/0", `(o / orchestra :name (n / name :op1 "Philharmonie"))`, `Philharmonics="Philharmonie"/fuzzy`},
	{"slips", "the//DET/2 piramids/piramid/NOUN/0 of//ADP/4 Helmsworth//PROPN/2", `(p / pyramid :poss (p2 / person :name (n / name :op1 "Hemsworth")))`,
		`piramids=p/similar Helmsworth="Hemsworth"/similar`},
	{"letters with and without points", "U//PROPN/4 ././PUNCT/1 S.//PROPN/4 dollars/dollar/NOUN/0 in//ADP/7 coca//PROPN/7 cola//PROPN/4",
		`(d / dollar :mod (c / country :name (n / name :op1 "U." :op2 "S.")) :location (c2 / company :name (n2 / name :op1 "Coca-Cola")))`,
		`U="U."/word S.="S."/word dollars=d/lemma cola="Coca-Cola"/join`},
	{"one table entry before the other", "What//PRON/0 is/be/AUX/1 it//PRON/1 called/call/VERB/1",
		`(n / name-01 :ARG1 (i / it) :ARG2 (a / amr-unknown) :mod (t / thing))`,
		"What=a/table it=i/word called=n/table"},
	{"relative pronouns", "actors/actor/NOUN/0 who//PRON/3 sing//VERB>acl:relcl/1",
		`(p / person :ARG0-of (a / act-01) :ARG0-of (s / sing-01))`, "actors=a/table sing=s/word"},
	{"embedded questions", "say//VERB/0 who//PRON/3 sings/sing/VERB>ccomp/1",
		`(s / say-01 :ARG1 (p / person :ARG0-of (s2 / sing-01)))`, "say=s/word who=p/table sings=s2/lemma"},
	{"a date in digits", "2005-06-07//NUM/0", `(d / date-entity :year 2005 :month 6 :day 7)`, "2005-06-07=2005/number"},
	{"articles are parts of nothing", "the//DET/2 cat//NOUN/0", `(t / thing :mod (c / cat))`, "cat=c/word"},
	{"only under a role", "please//INTJ/2 stop//VERB/0", `(s / stop-01 :mode imperative :plural +)`, "stop=s/word"},
	{"no words", "", `(b / boy)`, ""},
	{"no concepts", "boy//NOUN/0", `(b)`, ""},
}

func TestAlign(t *testing.T) {
	for _, test := range alignments {
		t.Run(test.name, func(t *testing.T) {
			if got := aligned(words(t, test.words), graph(t, test.graph)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// Numbers are read from stretches of digits and words.
func TestNumbers(t *testing.T) {
	for text, value := range map[string]string{
		"nineteen fifty":       "1950",
		"two thousand and ten": "2010",
		"twenty ten":           "2010",
		"forty eight":          "48",
		"forty-eight":          "48",
		"twenty first":         "21",
		"3.5 million":          "3500000",
		"1,000":                "1000",
		"1950s":                "1950",
		"21st":                 "21",
		"a hundred":            "100",
		"one hundred and forty eight thousand five hundred and eighty seven": "148587",
		"two million three hundred": "2000300",
	} {
		var tree []string
		fields := strings.Fields(text)
		for range fields {
			tree = append(tree, fields[len(tree)]+"//NUM/"+strconv.Itoa((len(tree)+1)%len(fields)))
		}
		w := words(t, strings.Join(tree, " "))
		got := align.New().Explain(w, graph(t, "(q / quantity :quant "+value+")"))
		if len(got) != 1 || got[0] != (align.Link{Word: len(w) - 1, Node: 1, Rule: "number"}) {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

// Words with impossible heads are still aligned.
func TestBadHeads(t *testing.T) {
	w := words(t, "two/two/NUM/2 cats/cat/NOUN/1 and//CCONJ/-1 two/two/NUM/9 dogs/dog/NOUN/5")
	g := graph(t, `(a / and :op1 (c / cat :quant 2) :op2 (d / dog :quant 2))`)
	if got, want := aligned(w, g), "two=2/number cats=c/lemma and=a/word two=2/number dogs=d/lemma"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The order of edges makes no difference if no two nodes are equal.
func TestEdgeOrder(t *testing.T) {
	w := words(t, "Who//PRON/2 sold/sell/VERB/0 three//NUM/5 New//PROPN/5 Yorkers//PROPN/2 a//DET/8 red//ADJ/8 car//NOUN/2 on//ADP/10 Monday//PROPN/2")
	g := graph(t, `(s / sell-01 :ARG0 (a / amr-unknown) :ARG2 (p / person :quant 3 :source (c / city :name (n / name :op1 "New" :op2 "York")))
		:ARG1 (c2 / car :ARG1-of (r / red-02)) :time (d / date-entity :weekday (m / monday)))`)
	want := align.New().Align(w, g)
	if slices.Contains(want, align.None) == false || want[4] == align.None {
		t.Fatalf("got %v", want)
	}
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		r.Shuffle(len(g.Edges), func(i, j int) { g.Edges[i], g.Edges[j] = g.Edges[j], g.Edges[i] })
		if got := align.New().Align(w, g); !slices.Equal(got, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, want)
		}
	}
}
