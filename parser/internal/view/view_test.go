package view

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/decode"
	"parser/transition"
)

// TestViewsAreWithinTheTable: each feature gives at most one row, of its own, and positions are
// those of words.
func TestViewsAreWithinTheTable(t *testing.T) {
	for _, system := range systems() {
		table := NewTable(system.view, labels)
		first := append([]int32{0}, table.first...)
		used := make([]int, len(first))
		for seed := range uint64(60) {
			random := rand.New(rand.NewPCG(seed, 5))
			d := decode.Derivation{System: system.System, Actions: actionsOf(system.System), TwoStep: seed%2 == 0}
			n := 1 + random.IntN(12)
			d.Start(0, n)
			var seen Seen
			for next := d.Next(); next != nil; next = d.Next() {
				table.See(&seen, next)
				before := -1
				for _, row := range seen.Rows {
					feature := len(first) - 1
					for first[feature] > row {
						feature--
					}
					require.Greater(t, feature, before, system.Name())
					require.Less(t, int(row), table.Rows, system.Name())
					before = feature
					used[feature]++
				}
				for _, term := range slices.Concat(seen.Plus, seen.Minus) {
					require.True(t, term.Position >= 0 && int(term.Position) <= n+1 && int(term.Slot) < table.Slots, system.Name())
					require.Less(t, int(term.Half), table.Halves(), system.Name())
				}
				_ = d.Take(next.Classes[random.IntN(len(next.Classes))])
			}
		}
		if system.view == (Graphs{}) {
			require.Equal(t, 1+slotS, slices.Index(used, 0), "there is always s")
			require.NotContains(t, used[1+slotS+1:], 0)
		}
	}
}

// TestTheMoveThatWaits: the first row says which move waits for its label, if one does.
func TestTheMoveThatWaits(t *testing.T) {
	for _, system := range systems() {
		table := NewTable(system.view, labels)
		d := decode.Derivation{System: system.System, Actions: actionsOf(system.System), TwoStep: true}
		d.Start(0, 3)
		rows, stages := map[int32]transition.Move{}, [2]int{}
		var seen Seen
		for next := d.Next(); next != nil; next = d.Next() {
			table.See(&seen, next)
			if stages[next.Stage]++; next.Stage == 0 {
				require.Zero(t, seen.Rows[0])
			} else {
				rows[seen.Rows[0]] = d.Move()
				require.Positive(t, seen.Rows[0])
				require.Less(t, seen.Rows[0], table.first[0])
			}
			_ = d.Take(next.Classes[len(next.Classes)-1])
		}
		require.NotZero(t, stages[0], system.Name())
		for row, move := range rows {
			require.Equal(t, 1+int32(move), row)
		}
	}
}

func TestBuckets(t *testing.T) {
	var all []int32
	for distance := int32(-1); distance <= 11; distance++ {
		all = append(all, bucket(distance))
	}
	require.Equal(t, []int32{0, 0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7}, all)
	require.Equal(t, int32(buckets-1), all[len(all)-1])
}
