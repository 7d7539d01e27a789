package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// publishedLanguages are the columns of Chang et al. (2015), Table 3, all but English
// from CoNLL-X.
const publishedLanguages = "ar bg zh da nl en ja pt sl sv"

// publishedRow is a row of a published table: figures by column.
type publishedRow struct{ variant, metric, figures string }

// publishedParsers are Chang et al. (2015), Table 3, without its last column, which is
// the mean of the others.
func publishedParsers() []publishedRow {
	return []publishedRow{
		{"L2S", uas, "77.59 90.64 90.46 88.03 78.06 92.30 90.89 89.77 81.28 89.12"},
		{"DYNA", uas, "77.89 89.54 89.41 87.37 74.63 91.84 92.72 85.82 77.14 87.85"},
		{"SNN-like", uas, "67.37 88.05 87.31 82.98 75.34 90.20 89.45 83.19 63.60 85.70"},
		{"L2S", las, "66.44 85.07 86.43 81.36 73.55 91.09 89.53 84.68 72.48 82.81"},
		{"DYNA", las, "66.33 84.73 85.14 82.30 70.26 90.81 90.91 82.00 68.65 82.21"},
		{"SNN-like", las, "51.72 84.01 82.72 77.44 71.96 89.10 87.37 77.88 51.08 80.09"},
	}
}

// publishedParts are the columns of the rows below.
const publishedParts = Dev + " " + Test

// publishedLearners are Chang et al. (2015), Table 4.
func publishedLearners() []publishedRow {
	return []publishedRow{
		{"SGD", uas, "89.34 89.34"}, {"SGD", las, "88.03 87.89"},
		{"SGD+", uas, "91.0 91.0"}, {"SGD+", las, "89.5 89.6"},
		{"NN", uas, "92.02 91.97"}, {"NN", las, "90.78 90.84"},
		{"NN+FTRL", uas, "92.27 92.30"}, {"NN+FTRL", las, "91.04 91.09"},
		{"Multiclass", uas, "91.7 91.3"}, {"Multiclass", las, "90.6 90.2"},
	}
}

// publishedTemplates are Chang et al. (2015), Table 5.
func publishedTemplates() []publishedRow {
	return []publishedRow{
		{"Unigram", uas, "80.41 80.97"}, {"Unigram", las, "78.01 78.65"},
		{"Uni- + Bigram", uas, "90.73 91.08"}, {"Uni- + Bigram", las, "89.46 89.81"},
		{"All features", uas, "92.27 92.30"}, {"All features", las, "91.04 91.09"},
	}
}

// published returns the figure of a published table, 0 if it has none. That of languages
// has test sets only, which are given whatever part is asked for.
func published(table, variant, lang, part, metric string) float64 {
	switch {
	case table == "languages":
		return publishedAt(publishedParsers(), variant, metric, publishedLanguages, lang)
	case table == "learners" && lang == "en":
		return publishedAt(publishedLearners(), variant, metric, publishedParts, part)
	case table == "templates" && lang == "en":
		return publishedAt(publishedTemplates(), variant, metric, publishedParts, part)
	}
	return 0
}

// publishedAt returns the figure in a row and a column, 0 if there are no such.
func publishedAt(rows []publishedRow, variant, metric, columns, column string) float64 {
	k := slices.Index(strings.Fields(columns), column)
	for _, row := range rows {
		if k >= 0 && row.variant == variant && row.metric == metric {
			x, err := strconv.ParseFloat(strings.Fields(row.figures)[k], 64)
			if err == nil {
				return x
			}
		}
	}
	return 0
}

// publishedNote says where published figures come from.
func publishedNote(table string) string {
	const paper = "published: Chang et al. (2015), Table %d, punctuation left out; %s"
	switch table {
	case "learners":
		return fmt.Sprintf(paper, 4, "Penn Treebank, predicted tags")
	case "templates":
		return fmt.Sprintf(paper, 5, "Penn Treebank, predicted tags")
	}
	return fmt.Sprintf(paper, 3, "test sets of other treebanks: Penn Treebank (en) and CoNLL-X;"+
		" their SNN is not made for trees with several roots, as those of ar, pt and sl")
}
