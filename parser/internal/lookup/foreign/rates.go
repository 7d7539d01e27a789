package foreign

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// rateLines has the rates of models that were trained before models knew theirs: the SHA-256 of dev, the rate, and the
// language. "go test . -run Rates -update" makes it, with PARSER_DEEP.
//
//go:embed rates.tsv
var rateLines string

var rates = sync.OnceValue(func() map[string]float64 {
	all := map[string]float64{}
	for line := range strings.Lines(rateLines) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		all[fields[0]], _ = strconv.ParseFloat(fields[1], 64)
	}
	return all
})
