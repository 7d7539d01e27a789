package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// publishedTable is a table of Chang et al. (2015): in each row the figures of a variant
// and a score.
type publishedTable struct {
	number  int
	columns string // languages or parts
	data    string
	rows    map[string]string
}

// publishedLanguages are the columns of Table 3, all but English from CoNLL-X. Its last
// one, the mean of the others, is left out.
const publishedLanguages = "ar bg zh da nl en ja pt sl sv"

func publishedTables() map[string]publishedTable {
	const parts, penn = Dev + " " + Test, "Penn Treebank, predicted tags"
	return map[string]publishedTable{
		"languages": {3, publishedLanguages, "test sets of other treebanks: Penn Treebank (en) and CoNLL-X;" +
			" their SNN is not made for trees with several roots, as those of ar, pt and sl", map[string]string{
			"L2S UAS":      "77.59 90.64 90.46 88.03 78.06 92.30 90.89 89.77 81.28 89.12",
			"DYNA UAS":     "77.89 89.54 89.41 87.37 74.63 91.84 92.72 85.82 77.14 87.85",
			"SNN-like UAS": "67.37 88.05 87.31 82.98 75.34 90.20 89.45 83.19 63.60 85.70",
			"L2S LAS":      "66.44 85.07 86.43 81.36 73.55 91.09 89.53 84.68 72.48 82.81",
			"DYNA LAS":     "66.33 84.73 85.14 82.30 70.26 90.81 90.91 82.00 68.65 82.21",
			"SNN-like LAS": "51.72 84.01 82.72 77.44 71.96 89.10 87.37 77.88 51.08 80.09",
		}},
		"learners": {4, parts, penn, map[string]string{
			"SGD UAS": "89.34 89.34", "SGD LAS": "88.03 87.89", "SGD+ UAS": "91.0 91.0", "SGD+ LAS": "89.5 89.6",
			"NN UAS": "92.02 91.97", "NN LAS": "90.78 90.84", "NN+FTRL UAS": "92.27 92.30", "NN+FTRL LAS": "91.04 91.09",
			"Multiclass UAS": "91.7 91.3", "Multiclass LAS": "90.6 90.2",
		}},
		"templates": {5, parts, penn, map[string]string{
			"Unigram UAS": "80.41 80.97", "Unigram LAS": "78.01 78.65", "Uni- + Bigram UAS": "90.73 91.08", "Uni- + Bigram LAS": "89.46 89.81",
			"All features UAS": "92.27 92.30", "All features LAS": "91.04 91.09",
		}},
	}
}

// published returns the figure of a published table, 0 if it has none. That of languages
// has test sets only, which are given whatever part is asked for; the others are about
// English.
func published(table, variant, lang, part, metric string) float64 {
	column := part
	if table == "languages" {
		column = lang
	} else if lang != "en" {
		return 0
	}
	t := publishedTables()[table]
	figures, k := strings.Fields(t.rows[variant+" "+metric]), slices.Index(strings.Fields(t.columns), column)
	if k < 0 || k >= len(figures) {
		return 0
	}
	x, err := strconv.ParseFloat(figures[k], 64)
	if err != nil {
		return 0
	}
	return x
}

// publishedNote says where published figures come from.
func publishedNote(table string) string {
	t := publishedTables()[table]
	return fmt.Sprintf("published: Chang et al. (2015), Table %d, punctuation left out; %s", t.number, t.data)
}
