package meaning_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw/meaning"
)

func ExampleOf() {
	for _, label := range []string{"nsubj", "nsubj:unheard", "Number[psor]=Plur", "WRB", "NP-SBJ-1"} {
		text := meaning.Of(label)
		fmt.Println(label, text)
	}
	// Output:
	// nsubj noun phrase as subject, who or what does it: [she] sings
	// nsubj:unheard noun phrase as subject, who or what does it: [she] sings
	// Number[psor]=Plur number: singular, plural, dual
	// WRB adverb that asks or relates: when, how
	// NP-SBJ-1 noun phrase: the old house; subject
}

// The inventories as their guidelines list them.
const (
	relations = `acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse
		dislocated expl fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct
		reparandum root vocative xcomp`
	subtypes = `acl:relcl advcl:relcl advmod:emph advmod:lmod aux:pass cc:preconj compound:lvc compound:prt
		compound:redup compound:svc csubj:outer csubj:pass det:numgov det:nummod det:poss det:predet expl:impers
		expl:pass expl:pv flat:foreign flat:name nmod:npmod nmod:poss nmod:tmod nmod:unmarked nsubj:outer
		nsubj:pass nummod:gov obl:agent obl:arg obl:lmod obl:npmod obl:tmod obl:unmarked`
	universal = `ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X`
	features  = `Abbr AdpType AdvType Animacy Aspect Case Clusivity Definite Degree Deixis Echo Evident ExtPos
		Foreign Gender Mood NumForm NumType Number PartType Person Polarity Polite Poss PrepCase PronType Reflex
		Style Tense Typo Variant VerbForm Voice`
	penn = `CC CD DT EX FW IN JJ JJR JJS LS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD
		VBG VBN VBP VBZ WDT WP WP$ WRB`
	pennPunctuation = "# $ . , : ( ) \" `` '' -LRB- -RRB-"
	pennLater       = `ADD AFX GW HYPH NFP XX -LSB- -RSB- -LCB- -RCB-`
	phrases         = `ADJP ADVP CONJP FRAG INTJ LST NAC NP NX PP PRN PRT QP RRC S SBAR SBARQ SINV SQ UCP VP
		WHADJP WHADVP WHNP WHPP X ROOT TOP NML EDITED META TYPO -NONE-`
	functions = `ADV BNF CLF CLR DIR DTV ETC EXT HLN IMP LGS LOC MNR NOM PRD PRP PUT SBJ SEZ TMP TPC TTL UNF VOC`
)

func TestInventoriesAreComplete(t *testing.T) {
	all := meaning.All()
	known := func(count int, labels string) {
		t.Helper()
		require.Len(t, strings.Fields(labels), count)
		for _, label := range strings.Fields(labels) {
			require.Contains(t, all, label)
			text := meaning.Of(label)
			require.NotEmpty(t, text)
			require.Equal(t, all[label], text)
		}
	}
	known(37, relations)
	known(34, subtypes)
	known(17, universal)
	known(33, features)
	known(36, penn)
	known(12, pennPunctuation)
	known(10, pennLater)
	known(33, phrases)
	known(24, "-"+strings.Join(strings.Fields(functions), " -"))
}

func TestMeaningsFitATooltip(t *testing.T) {
	for label, text := range meaning.All() {
		require.LessOrEqual(t, utf8.RuneCountInString(text), 90, label)
		require.NotEmpty(t, text, label)
		require.Equal(t, strings.TrimSpace(text), text, label)
		require.False(t, strings.HasSuffix(text, "."), label)
	}
}

// A subtype is listed only if it adds something to its relation.
func TestSubtypesDifferFromTheirRelations(t *testing.T) {
	all := meaning.All()
	for label, text := range all {
		if base, _, ok := strings.Cut(label, ":"); ok && base != "" {
			require.Contains(t, all, base)
			require.NotEqual(t, all[base], text, label)
		}
	}
}

func TestOfPhrasesWithFunctions(t *testing.T) {
	for label, want := range map[string]string{
		"NP":         "noun phrase: the old house",
		"NP=2":       "noun phrase: the old house",
		"NP-SBJ":     "noun phrase: the old house; subject",
		"NP-SBJ-12":  "noun phrase: the old house; subject",
		"NP-SBJ=2":   "noun phrase: the old house; subject",
		"NP-LOC-PRD": "noun phrase: the old house; place; predicate",
		"NP-UNHEARD": "noun phrase: the old house",
		"-SBJ":       "subject",
		"-LRB-":      "opening bracket: (",
		"PRP-S":      "personal pronoun: she, him",
	} {
		text := meaning.Of(label)
		require.NotEmpty(t, text, label)
		require.Equal(t, want, text, label)
	}
}

func TestOfUnknownLabels(t *testing.T) {
	for _, label := range []string{"", "_", "-", "=", "::", "[", "unheard", "unheard:of", "UNHEARD-SBJ", "-UNHEARD", "nsubjpass", "#  "} {
		text := meaning.Of(label)
		require.Empty(t, text, label)
		require.Empty(t, text, label)
	}
}

// A caller that changes its copy does not change the meanings of others.
func TestAllIsACopy(t *testing.T) {
	delete(meaning.All(), "nsubj")
	text := meaning.Of("nsubj")
	require.NotEmpty(t, text)
}
