package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/language/internal/grams"
)

// Two languages that are made up are told apart after little learning, and the table is the same each time.
func TestLearn(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	write("one.txt", strings.Repeat("mana wulo teki mana sowa leki tano wimo\n", 1000))
	write("two.txt", strings.Repeat("grost blenk strav drolf knust brelt schpronk vlist\n", 1000))
	list := write("sources.tsv", "# list\naa\tone.txt\tmade up\tnone\nbb\ttwo.txt\tmade up\tnone\n")
	var tables [][]byte
	for _, name := range []string{"1.bin", "2.bin"} {
		require.NoError(t, learn(options{grams: 100, steps: 1000}, list, filepath.Join(folder, name), []string{"nowhere", folder}))
		packed, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		tables = append(tables, packed)
	}
	require.Equal(t, tables[0], tables[1])
	table, err := grams.Decode(tables[0])
	require.NoError(t, err)
	group := table.Of(grams.Latin)
	require.Equal(t, []string{"aa", "bb"}, group.Languages)
	require.LessOrEqual(t, len(group.Grams), 100)
	require.Greater(t, group.Probabilities(grams.WordsOf("wulo mana"))[0], 0.9)
	require.Greater(t, group.Probabilities(grams.WordsOf("knust"))[1], 0.9)
	require.ErrorContains(t, learn(options{}, list, "x.bin", nil), "one.txt is in none of the folders")
}

func TestSerbian(t *testing.T) {
	const latin, cyrillic = "Njegova ljubav i džep žurno čeka đaka", "Његова љубав и џеп журно чека ђака"
	require.Equal(t, cyrillic, toCyrillic.Replace(latin))
	require.Equal(t, latin, toLatin.Replace(cyrillic))
	var all texts
	all.add("sr", latin)
	require.Equal(t, []string{latin}, all.of("sr", grams.Latin).lines)
	require.Equal(t, []string{cyrillic}, all.of("sr", grams.Cyrillic).lines)
}

// Lines in other scripts than the language has are left out.
func TestForeignLines(t *testing.T) {
	var all texts
	all.add("ru", "12 345")
	all.add("ru", "Это новый iPhone")
	all.add("ru", "Это новый телефон, а это iPhone")
	require.Len(t, all, 1)
	require.Len(t, all[0].lines, 1)
}
