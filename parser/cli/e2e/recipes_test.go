package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRecipesForShards runs the recipes of the page that can be run where there is a shell, with fewer shards.
func TestRecipesForShards(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no shell to run the recipes")
	}
	text := page(t, "parser/docs/guides/scaling.md")
	_, text, found := strings.Cut(text, "## Recipes")
	require.True(t, found)
	var scripts []string
	for _, language := range []string{"sh", "bash"} {
		for _, b := range block(language).FindAllStringSubmatch(text, -1) {
			scripts = append(scripts, b[1])
		}
	}
	require.Len(t, scripts, 3)
	const shards = 2
	fewer := strings.NewReplacer("/16", fmt.Sprintf("/%d", shards), "/100", fmt.Sprintf("/%d", shards), "seq 0 15", fmt.Sprintf("seq 0 %d", shards-1))
	for _, script := range scripts {
		if _, err := exec.LookPath("parallel"); err != nil && strings.Contains(script, "parallel") {
			continue
		}
		home := workplace(t)
		run := func(script string, env ...string) {
			c := exec.Command(bash, "-e", "-c", script)
			c.Dir, c.Env = home, append([]string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}, env...)
			said, err := c.CombinedOutput()
			require.NoError(t, err, "%s%s", script, said)
		}
		for i := range 5 {
			require.NoError(t, os.MkdirAll(filepath.Join(home, "corpus"), 0o777))
			require.NoError(t, os.WriteFile(filepath.Join(home, "corpus", strconv.Itoa(i)), []byte("The dog barked."), 0o666))
		}
		small := fewer.Replace(script)
		require.NotEqual(t, script, small)
		if strings.Contains(script, "SLURM") {
			for i := range shards {
				run(small, "SLURM_ARRAY_TASK_ID="+strconv.Itoa(i))
			}
		} else {
			run(small)
		}
		parsed, err := filepath.Glob(filepath.Join(home, "parsed", "*.conllu"))
		require.NoError(t, err)
		require.Len(t, parsed, 5, small)
	}
}
