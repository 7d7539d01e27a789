package conllx

// SentenceErrors counts what is wrong in one sentence.
type SentenceErrors struct {
	Sentence int `json:"sentence"` // from 1
	Line     int `json:"line"`     // in the gold file
	Heads    int `json:"head_errors"`
	Labels   int `json:"label_errors"`
	Words    int `json:"word_errors"`
}

func (e *SentenceErrors) count(t token) {
	if t.wrongHead {
		e.Heads++
	}
	if t.wrongLabel {
		e.Labels++
	}
	if t.wrong() {
		e.Words++
	}
}

// Worst holds the first sentence with most errors of each kind.
type Worst struct {
	Words  SentenceErrors `json:"words"`
	Heads  SentenceErrors `json:"heads"`
	Labels SentenceErrors `json:"labels"`
}

func (w *Worst) add(e SentenceErrors) {
	first := w.Words.Sentence == 0
	if first || e.Words > w.Words.Words {
		w.Words = e
	}
	if first || e.Heads > w.Heads.Heads {
		w.Heads = e
	}
	if first || e.Labels > w.Labels.Labels {
		w.Labels = e
	}
}
