package text

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Words of several syllables are known as those of several characters are, whatever their case. A line end is in none.
func TestWindowsKnownSyllables(t *testing.T) {
	rules := rulesOf(Rules{Scripts: []string{"Latin"}, Spaces: true, Words: []string{"quan trọng", "nhân dân", "ủy ban nhân dân"}})
	units := []unit{{form: "Ủy", blank: " "}, {form: "ban", blank: " "}, {form: "nhân", blank: " "}, {form: "dân"}, {form: ",", blank: " "},
		{form: "quan", blank: "\n"}, {form: "trọng", last: true}}
	require.Equal(t, ""+
		"Ủy ủy ban nAa_ C=_|E=0|B=0|X=4|I=0|R=0 _\n"+
		"ban ban nhân _a3_ C=_|E=0|B=2|X=4|I=0|R=0 _\n"+
		"nhân nhân dân _a3_ C=_|E=0|B=0|X=4|I=0|R=0 _\n"+
		"dân dân _a3- C=_|E=4|B=0|X=0|I=0|R=1 _\n"+
		", dân, -,_ C=_|I=1|R=0 _\n"+
		"quan quan _a3n C=_|E=0|B=0|X=0|I=0|R=0 _\n"+
		"trọng trọng na3n C=_|E=0|B=0|X=0|I=0|R=0 _\n", columnsOf(rules.window(units, nil)))
}
