package structure

import "slices"

// The losses of finished structures.
const (
	UsualLoss     = "oracle"     // that of package oracle
	ExactLoss     = "exact"      // 0 for gold and 1 for everything else
	F1Loss        = "f1"         // of constituency trees: the percentage that labelled F1 lacks to 100
	NaiveCodeLoss = "naive-code" // of graphs: the naive Smatch of the program of Goodman et al. (2016), where UsualLoss is that of their paper
)

// Losses lists the losses of all structures.
func Losses() (all []string) {
	for _, s := range table {
		for _, loss := range s.Losses {
			if !slices.Contains(all, loss) {
				all = append(all, loss)
			}
		}
	}
	return all
}

// margin returns the tuning of a perceptron: its margin is about one per template.
func margin(m float64) map[string]map[string]any {
	return map[string]map[string]any{"perceptron": {"margin": m}}
}
