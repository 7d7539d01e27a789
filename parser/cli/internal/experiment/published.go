package experiment

import (
	"slices"
	"strconv"
	"strings"
)

type publication struct {
	source  string // where the figures are from
	columns string // languages, parts or bounds
	scores  scores
}

// scores are figures by their metric, or by part and metric: "row: figure …; row: figure …".
type scores map[string]string

const penn = "punctuation left out; Penn Treebank, predicted tags"

// publications are the published tables with figures for TableVariants, punctuation left out. Table 3 of Chang et al.
// is here without its last column, the mean of the others.
var publications = map[string]publication{
	"languages": {
		source: "Chang et al. (2015), Table 3, punctuation left out; test sets of other treebanks: Penn Treebank (en)" +
			" and CoNLL-X; their SNN is not made for trees with several roots, as those of ar, pt and sl",
		columns: "ar bg zh da nl en ja pt sl sv",
		scores: scores{
			uas: `L2S: 77.59 90.64 90.46 88.03 78.06 92.30 90.89 89.77 81.28 89.12;
				DYNA: 77.89 89.54 89.41 87.37 74.63 91.84 92.72 85.82 77.14 87.85;
				SNN: 67.37 88.05 87.31 82.98 75.34 90.20 89.45 83.19 63.60 85.70`,
			las: `L2S: 66.44 85.07 86.43 81.36 73.55 91.09 89.53 84.68 72.48 82.81;
				DYNA: 66.33 84.73 85.14 82.30 70.26 90.81 90.91 82.00 68.65 82.21;
				SNN: 51.72 84.01 82.72 77.44 71.96 89.10 87.37 77.88 51.08 80.09`,
		}},
	"learners": {"Chang et al. (2015), Table 4, " + penn, "dev test", scores{
		uas: "SGD: 89.34 89.34; SGD+: 91.0 91.0; NN: 92.02 91.97; NN+FTRL: 92.27 92.30; Multiclass: 91.7 91.3",
		las: "SGD: 88.03 87.89; SGD+: 89.5 89.6; NN: 90.78 90.84; NN+FTRL: 91.04 91.09; Multiclass: 90.6 90.2",
	}},
	"templates": {"Chang et al. (2015), Table 5, " + penn, "dev test", scores{
		uas: "Unigram: 80.41 80.97; Uni- + Bigram: 90.73 91.08; All features: 92.27 92.30",
		las: "Unigram: 78.01 78.65; Uni- + Bigram: 89.46 89.81; All features: 91.04 91.09",
	}},
	Imitation: {"Goodman et al. (2016), Table 3: other graphs, those of newswire in LDC2014T12", "0 1", scores{
		"dev Smatch": `exact arow r=10: 65.5 66.8; exact arow r=100: 66.4 66.6; exact arow r=1000: 66.4 67.0;
			exact pa2 c=100: 66.7 66.5; exact perceptron: 65.5 65.3;
			dagger arow r=10: 65.5 67.4; dagger arow r=100: 66.4 67.7; dagger arow r=1000: 66.5 68.2;
			dagger pa2 c=100: 67.2 68.7; dagger perceptron: 66.6 68.6`,
	}},
	Corpora: {"Goodman et al. (2016), Table 5; precision and recall from Table 4", "proxy dfa bolt xinhua lpp", scores{
		"dev Smatch": `exact imitation: 67.0 49.5 45.6 59.8 54.0; DAgger: 68.6 53.2 46.8 62.3 54.6;
			V-DAgger: 70.4 54.6 52.4 68.3 56.4`,
		"test Smatch":    "V-DAgger: 70 50 52 62 55",
		"test precision": "V-DAgger: 73",
		"test recall":    "V-DAgger: 68",
	}},
}

// published returns a figure, or 0 if the table does not have it. The table of languages has only test sets, which
// stand for all parts; learners and templates are about English, and imitation about any corpus.
func published(table, variant, lang, part, metric string) float64 {
	score, column, variant := metric, part, strings.TrimSuffix(variant, like)
	switch table {
	case "languages":
		column = lang
	case Imitation:
		score = part + " " + metric
		variant, column, _ = strings.Cut(variant, " α=")
	case Corpora:
		score, column = part+" "+metric, lang
	default:
		if lang != "en" {
			return 0
		}
	}
	t := publications[table]
	k := slices.Index(strings.Fields(t.columns), column)
	for row := range strings.SplitSeq(t.scores[score], ";") {
		name, figures, _ := strings.Cut(strings.TrimSpace(row), ": ")
		if numbers := strings.Fields(figures); name == variant && k >= 0 && k < len(numbers) {
			x, _ := strconv.ParseFloat(numbers[k], 64) // which the tables above have
			return x
		}
	}
	return 0
}
