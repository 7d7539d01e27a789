package main_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// TestSameBits: on arm64, no function of the house has a fused multiply-add in place of a product and a sum that
// amd64 rounds each, and none calls functions of package math whose last bits differ; see model/elementary.
// What is meant to be fused is in assembly or says math.FMA.
func TestSameBits(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("PARSER_DEEP is not set: it compiles the program for arm64")
	}
	program := filepath.Join(t.TempDir(), "parser")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH=arm64", "GOOS=linux")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	own := `^(main|` + regexp.QuoteMeta(modulePath(t)) + `/.*)\.`
	text, err := exec.Command("go", "tool", "objdump", "-s", own, program).Output()
	require.NoError(t, err)

	meant := map[string]bool{} // the lines that say math.FMA
	sources(t, func(name string, text []byte) {
		for i, line := range bytes.Split(text, []byte("\n")) {
			if bytes.Contains(line, []byte("math.FMA(")) {
				meant[fmt.Sprintf("%s:%d", filepath.Base(name), i+1)] = true
			}
		}
	})
	fused := regexp.MustCompile(`^FN?M(ADD|SUB)[SD] `)
	calls := regexp.MustCompile(`^CALL (math\.[\w.]+|math/rand(?:/v2)?\.\(\*Rand\)\.(?:Exp|Norm)Float64)\(SB\)`)
	exact := []string{"math.Copysign", "math.Sqrt", "math.frexp", "math.ldexp", "math.Pow10"}
	inexact := func(code string) bool {
		call := calls.FindStringSubmatch(code)
		return call != nil && !slices.Contains(exact, call[1])
	}
	var function, wrong = "", []string(nil)
	functions, seen := 0, 0
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if head := strings.Fields(lines.Text()); len(head) == 3 && head[0] == "TEXT" {
			function = strings.TrimSuffix(head[1], "(SB)")
			functions++
			if filepath.Ext(head[2]) == ".s" {
				function = ""
			}
			continue
		}
		columns := strings.FieldsFunc(lines.Text(), func(r rune) bool { return r == '\t' })
		if len(columns) < 4 || function == "" {
			continue
		}
		place, code := strings.TrimSpace(columns[0]), columns[3]
		switch {
		case fused.MatchString(code) && meant[place]:
			seen++
		case fused.MatchString(code) || inexact(code):
			wrong = append(wrong, fmt.Sprintf("%s: %s: %s", place, function, strings.TrimSpace(code)))
		}
	}
	slices.Sort(wrong)
	require.Empty(t, slices.Compact(wrong), "on arm64 these give other bits than on amd64: write float64(x*y) + z, and elementary.Exp")
	require.Greater(t, functions, 5000)
	require.Positive(t, seen)
}
