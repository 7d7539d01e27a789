package conllx

// Widths of the first column of the tables.
const (
	tagWidth   = 10
	labelWidth = 15
)

const tagRule = "  -----------+-------+-------+------+-------+------+-------+-------\n"

func (p printer) accuracy(r *Report) {
	p.Printf("  The overall accuracy and its distribution over CPOSTAGs\n\n%s", tagRule)
	p.Printf("  Accuracy   | words | right |   %%  | right |   %%  | both  |   %%\n")
	p.Printf("             |       | head  |      |  dep  |      | right |\n%s", tagRule)
	p.accuracyRow("total", r.Attachment)
	p.Printf("%s", tagRule)
	for _, row := range r.Tags {
		p.accuracyRow(row.Tag, row.Attachment)
	}
	p.Printf("%s\n\n", tagRule)
}

func (p printer) accuracyRow(name string, a Attachment) {
	p.Printf("  %s | %5d | %5d | %3.0f%% | %5d | %3.0f%% | %5d | %3.0f%%\n",
		padBytes(name, tagWidth), a.Scored, a.Heads, float64(a.UAS()),
		a.Labels, float64(a.LabelAccuracy()), a.Both, float64(a.LAS()))
}

func (p printer) errorRate(r *Report) {
	p.Printf("  The overall error rate and its distribution over CPOSTAGs\n\n%s", tagRule)
	p.Printf("  Error      | words | head  |   %%  |  dep  |   %%  | both  |   %%\n")
	p.Printf("  Rate       |       | err   |      |  err  |      | wrong |\n%s", tagRule)
	p.errorRow("total", r.Attachment)
	p.Printf("%s", tagRule)
	for _, row := range r.Tags {
		p.errorRow(row.Tag, row.Attachment)
	}
	p.Printf("%s", tagRule)
}

func (p printer) errorRow(name string, a Attachment) {
	heads, labels, both := a.Scored-a.Heads, a.Scored-a.Labels, a.bothWrong()
	rate := func(errors int) float64 { return float64(errors) * 100 / float64(a.Scored) }
	p.Printf("  %s | %5d | %5d | %3.0f%% | %5d | %3.0f%% | %5d | %3.0f%%\n",
		padBytes(name, tagWidth), a.Scored, heads, rate(heads), labels, rate(labels), both, rate(both))
}

const retrievalRule = "  ----------------+------+---------+--------+------------+---------------\n"

func (p printer) retrievals(title, column string, rows []Retrieval) {
	p.Printf("\n\n  Precision and recall of %s\n\n%s", title, retrievalRule)
	p.Printf("  %s | gold | correct | system | recall (%%) | precision (%%) \n%s",
		padBytes(column, labelWidth), retrievalRule)
	for _, r := range rows {
		p.Printf("  %s | %4d | %7d | %6d | %10s | %13s\n",
			padBytes(r.Name, labelWidth), r.Gold, r.Correct, r.System, r.Recall(), r.Precision())
	}
}

func (p printer) frames(rows []FrameConfusion) {
	p.Printf("\n\n  Frame confusions (gold versus system; *...* marks the head token)\n\n")
	for _, f := range rows {
		p.Printf("  %3d  %s\n", f.Count, f.text())
	}
}
