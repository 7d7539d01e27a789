package lexicon

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
)

// Features of UniMorph (Sylak-Glassman 2016) as Universal Dependencies have them, after McCarthy, Silfverberg, Cotterell,
// Hulden & Yarowsky (2018, "Marrying Universal Dependencies and Universal Morphology", table 2), who go the other way.
// Treebanks differ in what they say: a verb of UniMorph can be an auxiliary, and its past an imperfect. So what one stands
// for has all that it can be, and the word can have other features. What has no counterpart says nothing.

// parts are the UPOS that parts of speech can be.
var parts = map[string]string{
	"N": "NOUN,PROPN", "PROPN": "PROPN", "ADJ": "ADJ", "PRO": "PRON,DET", "PRON": "PRON,DET", "CLF": "NOUN", "ART": "DET", "DET": "DET,PRON",
	"V": "VERB,AUX", "AUX": "AUX", "V.PTCP": "VERB,AUX,ADJ", "V.MSDR": "VERB,AUX,NOUN", "V.CVB": "VERB,AUX,ADV",
	"ADV": "ADV", "ADP": "ADP", "COMP": "SCONJ", "CONJ": "CCONJ,SCONJ", "NUM": "NUM,ADJ,DET", "PART": "PART", "INTJ": "INTJ",
}

// bundle has the other features.
var bundle = map[string]string{
	"V.PTCP": "VerbForm=Ger,Part", "V.MSDR": "VerbForm=Ger,Inf,Vnoun", "V.CVB": "VerbForm=Conv,Ger,Part",
	"FIN": "VerbForm=Fin", "NFIN": "VerbForm=Inf,Sup",

	"IPFV": "Aspect=Imp", "PFV": "Aspect=Perf", "PRF": "Aspect=Perf", "PROG": "Aspect=Prog",
	"PROSP": "Aspect=Prosp", "ITER": "Aspect=Iter", "HAB": "Aspect=Hab",
	"PRS": "Tense=Pres", "PST": "Tense=Imp,Past,Pqp", "FUT": "Tense=Fut",
	"IND": "Mood=Ind", "SBJV": "Mood=Sub", "IMP": "Mood=Imp", "COND": "Mood=Cnd", "OPT": "Mood=Opt", "POT": "Mood=Pot", "PURP": "Mood=Prp",
	"OBLIG": "Mood=Nec", "ADM": "Mood=Adm", "IRR": "Mood=Irr",
	"ACT": "Voice=Act", "MID": "Voice=Mid", "PASS": "Voice=Pass", "ANTIP": "Voice=Antip",
	"CAUS": "Voice=Cau", "RECP": "Voice=Rcp", "DIR": "Voice=Dir", "INV": "Voice=Inv",
	"FH": "Evident=Fh", "NFH": "Evident=Nfh", "POS": "Polarity=Pos", "NEG": "Polarity=Neg",
	"INFM": "Polite=Infm", "FORM": "Polite=Form", "ELEV": "Polite=Elev", "HUMB": "Polite=Humb",

	"SG": "Number=Sing", "PL": "Number=Count,Plur,Ptan", "DU": "Number=Dual",
	"TRI": "Number=Tri", "PAUC": "Number=Pauc", "GRPL": "Number=Grpl", "INVN": "Number=Inv",
	"0": "Person=0", "1": "Person=1", "2": "Person=2", "3": "Person=3", "4": "Person=4", "INCL": "Clusivity=In", "EXCL": "Clusivity=Ex",
	"MASC": "Gender=Com,Masc", "FEM": "Gender=Com,Fem", "NEUT": "Gender=Neut",
	"ANIM": "Animacy=Anim,Hum", "INAN": "Animacy=Inan,Nhum", "HUM": "Animacy=Anim,Hum", "NHUM": "Animacy=Anim,Inan,Nhum",
	"CMPR": "Degree=Cmp", "SPRL": "Degree=Abs,Sup", "EQT": "Degree=Equ",
	"DEF": "Definite=Def", "INDF": "Definite=Ind", "SPEC": "Definite=Spec",

	"NOM": "Case=Nom", "ACC": "Case=Acc", "ERG": "Case=Erg", "ABS": "Case=Abs", "DAT": "Case=Dat", "GEN": "Case=Gen", "INS": "Case=Ins", "COM": "Case=Com",
	"VOC": "Case=Voc", "BEN": "Case=Ben", "PRP": "Case=Cau", "PRT": "Case=Par", "COMPV": "Case=Cmp", "EQTV": "Case=Equ", "PRIV": "Case=Abe",
	"TRANS": "Case=Tra", "ESS": "Case=Ess,Loc", "LOC": "Case=Loc", "ALL": "Case=All,Lat", "ABL": "Case=Abl", "TERM": "Case=Ter", "VERS": "Case=Lat",
	"IN+ESS": "Case=Ine", "IN+ALL": "Case=Ill", "IN+ABL": "Case=Ela", "AT+ESS": "Case=Ade", "AT+ALL": "Case=All", "AT+ABL": "Case=Abl",
	"ON+ESS": "Case=Sup", "ON+ALL": "Case=Sub", "ON+ABL": "Case=Del",

	"PSS1S": "Number[psor]=Sing|Person[psor]=1", "PSS2S": "Number[psor]=Sing|Person[psor]=2", "PSS3S": "Number[psor]=Sing|Person[psor]=3",
	"PSS1P": "Number[psor]=Plur|Person[psor]=1", "PSS2P": "Number[psor]=Plur|Person[psor]=2", "PSS3P": "Number[psor]=Plur|Person[psor]=3",
	"PSS1D": "Number[psor]=Dual|Person[psor]=1", "PSS2D": "Number[psor]=Dual|Person[psor]=2", "PSS3D": "Number[psor]=Dual|Person[psor]=3",
	"PSS1": "Person[psor]=1", "PSS2": "Person[psor]=2", "PSS3": "Person[psor]=3",
}

// isUniMorph reports whether the first lines of a file, which it does not read, are of UniMorph: the third column of one has
// several features, or a part of speech that Universal Dependencies do not have.
func isUniMorph(f *textfile.Reader) bool {
	head, end := f.Peek(textfile.BufferSize) // or what there is
	for line := range bytes.Lines(head) {
		if end == nil && line[len(line)-1] != '\n' { // the last one may be cut off
			break
		}
		columns := bytes.Split(bytes.TrimRight(line, "\r\n"), []byte("\t"))
		if len(columns) != 3 || bytes.HasPrefix(line, []byte("# ")) {
			continue
		}
		first, _, several := strings.Cut(string(columns[2]), ";")
		if _, is := parts[first]; several || is && conll.CheckUPOS(first) != nil {
			return true
		}
	}
	return false
}

// parseBundle reads features with semicolons between them. Alternatives have a slash between them, and may have brackets.
func parseBundle(text string) ([]*Tags, error) {
	var tags []string
	values := map[string][]string{}
	for feature := range strings.SplitSeq(text, ";") {
		feature = strings.ToUpper(strings.Trim(strings.TrimSpace(feature), "{}"))
		if strings.ContainsAny(feature, "\t ") {
			return nil, fmt.Errorf("%.40q is no feature of UniMorph", feature)
		}
		if upos, is := parts[feature]; is {
			if own := strings.Split(upos, ","); tags == nil || len(feature) > 1 { // V.PTCP says more than V
				tags = own
			}
		}
		alternatives := map[string][]string{}
		for one := range strings.SplitSeq(feature, "/") {
			for said := range strings.SplitSeq(bundle[one], "|") {
				name, list, _ := strings.Cut(said, "=")
				alternatives[name] = append(alternatives[name], strings.Split(list, ",")...)
			}
		}
		if _, nothing := alternatives[""]; nothing { // one of them has no counterpart
			continue
		}
		for name, list := range alternatives {
			values[name] = append(values[name], list...)
		}
	}
	if tags == nil {
		return nil, fmt.Errorf("%.40q has no part of speech of UniMorph, such as N or V", text)
	}
	var features []string
	for name, list := range values {
		slices.Sort(list)
		features = append(features, name+"="+strings.Join(slices.Compact(list), ","))
	}
	feats := sorted(features)
	var all []*Tags
	for _, upos := range tags {
		all = append(all, &Tags{UPOS: upos, Feats: feats, Open: feats != ""})
	}
	return all, nil
}
