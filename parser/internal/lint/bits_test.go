package lint_test

import (
	"bufio"
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

// TestNothingIsFused: on arm64, no function of the house has a fused multiply-add in place of a product and a sum that
// amd64 rounds each. What is meant to be fused is in assembly.
func TestNothingIsFused(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("PARSER_DEEP is not set: it compiles the program for arm64")
	}
	sources(t, func(string, []byte) {}) // the result is cached until one of them changes
	program := filepath.Join(t.TempDir(), "parser")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH=arm64", "GOOS=linux")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	own := `^(main|` + regexp.QuoteMeta(modulePath(t)) + `/.*)\.`
	text, err := exec.Command("go", "tool", "objdump", "-s", own, program).Output()
	require.NoError(t, err)

	fused := regexp.MustCompile(`^FN?M(ADD|SUB)[SD] `)
	var function, wrong = "", []string(nil)
	functions, products := 0, 0
	for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
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
		case strings.HasPrefix(code, "FMUL"):
			products++
		case fused.MatchString(code):
			wrong = append(wrong, fmt.Sprintf("%s: %s: %s", place, function, strings.TrimSpace(code)))
		}
	}
	slices.Sort(wrong)
	require.Empty(t, slices.Compact(wrong), "on arm64 these give other bits than on amd64: write float64(x*y) + z")
	require.Greater(t, functions, 5000)
	require.Greater(t, products, 100)
}
