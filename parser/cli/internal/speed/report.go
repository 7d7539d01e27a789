package speed

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"parser/eval/layout"
	"parser/model/kernel"
)

// Report says how fast a parser is.
type Report struct {
	Machine   Machine  `json:"machine"`
	Model     string   `json:"model"` // its name and its description
	Input     string   `json:"input"` // its name
	Sentences int      `json:"sentences"`
	Words     int      `json:"words"`
	Rounds    int      `json:"rounds"`            // figures are their medians
	Parts     []Figure `json:"parts"`             // of parsing, by one thread
	Together  []Figure `json:"together"`          // all parts, by each number of threads; by one first
	Encoder   *Encoder `json:"encoder,omitempty"` // the transformer, if there is one, whose time "features" includes
}

// Figure is the time for a word in nanoseconds. That of a part can be the difference of two times, and then it is
// negative if the part takes less than these vary, which depends on what else the machine does.
type Figure struct {
	Part    string  `json:"part,omitempty"`
	Threads int     `json:"threads,omitempty"`
	Median  float64 `json:"median_ns"`
	Least   float64 `json:"least_ns"`
	Most    float64 `json:"most_ns"`
}

// figure returns the times of a take minus those of its base.
func (t *take) figure(words int) Figure {
	times := slices.Clone(t.times)
	for i := range times {
		if t.base != nil {
			times[i] -= t.base.times[i]
		}
	}
	slices.Sort(times)
	n := len(times)
	each := func(sum time.Duration) float64 { return float64(sum) / float64(words) }
	return Figure{t.part, t.threads, each(times[(n-1)/2]+times[n/2]) / 2, each(times[0]), each(times[n-1])}
}

// Machine is what figures depend on besides the parser.
type Machine struct {
	Processor  string `json:"processor"`  // its name, or its architecture
	Processors int    `json:"processors"` // that can be used
	System     string `json:"system"`
	Go         string `json:"go"`
	Kernel     string `json:"kernel"` // see kernel.Path
}

// ThisMachine describes the machine that the program runs on.
func ThisMachine() Machine {
	text, _ := os.ReadFile("/proc/cpuinfo") // exists on Linux
	return Machine{processor(string(text)), runtime.GOMAXPROCS(0), runtime.GOOS + "/" + runtime.GOARCH, runtime.Version(), kernel.Path()}
}

func processor(list string) string {
	for line := range strings.Lines(list) {
		if key, name, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(name)
		}
	}
	return runtime.GOARCH
}

// Write prints the report for people.
func (r *Report) Write(w io.Writer) error {
	m := &r.Machine
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "machine: %s, %s, %s, %s, kernel %s\n", m.Processor, layout.Count(m.Processors, "processor"), m.System, m.Go, m.Kernel)
	fmt.Fprintf(out, "model:   %s\n", r.Model)
	fmt.Fprintf(out, "input:   %s: %s, %s\n\n", r.Input, layout.Count(r.Sentences, "sentence"), layout.Count(r.Words, "word"))
	one := r.Together[0]
	note := ""
	if slices.ContainsFunc(r.Parts, func(f Figure) bool { return f.Median < 0 }) {
		note = "; a part is the difference of two times, and 0 if that is negative"
	}
	threads := [][]string{{"threads", "words/s", "range", "ratio"}}
	for _, f := range r.Together {
		threads = append(threads, []string{fmt.Sprint(f.Threads), perSecond(f.Median), perSecond(f.Most) + " to " + perSecond(f.Least),
			fmt.Sprintf("%.2f", one.Median/f.Median)})
	}
	for _, table := range [][][]string{table(r.Parts, one), threads} {
		fmt.Fprintf(out, "%s\n\n", strings.Join(layout.Lines(table, 1), "\n"))
	}
	if r.Encoder != nil {
		r.Encoder.write(out, r.Words)
	}
	fmt.Fprintf(out, "medians of %d rounds, and their range%s\n", r.Rounds, note)
	return out.Flush()
}

// table returns that of parts and of all of them together, by one thread.
func table(parts []Figure, all Figure) [][]string {
	lines := [][]string{{"one thread", "ns/word", "range", "share", "words/s"}}
	for _, f := range append(slices.Clip(parts), all) {
		f.Median = max(0, f.Median)
		lines = append(lines, []string{
			cmp.Or(f.Part, "all together"), fmt.Sprintf("%.0f", f.Median), fmt.Sprintf("%.0f to %.0f", f.Least, f.Most),
			fmt.Sprintf("%.0f %%", 100*f.Median/all.Median), perSecond(f.Median),
		})
	}
	return lines
}

func perSecond(nanoseconds float64) string {
	if nanoseconds <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", float64(time.Second)/nanoseconds)
}
