package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// In whatever order the cells of some rows are made, before and after rows become full, each keeps
// its weight, sum and state; new cells start with the initial ones; and rows freeze in the order
// in which their cells were made.
func TestCellsKeepTheirNumbers(t *testing.T) {
	for _, classes := range []int{1, 2, 3, 16, 17, 40, 100} {
		random := rand.New(rand.NewPCG(7, uint64(classes)))
		m := (&weightOptions{Average: true}).matrix(classes)
		m.width, m.initial, m.time = 2, 0.5, 3
		const rows = 5
		var made [rows][]Class
		numbers, last := map[weightOf]float32{}, float32(0)
		for row := range rows {
			require.Equal(t, row+1, m.touch(uint64(row)))
		}
		check := func(row int, k Class, at uint32) {
			want := numbers[weightOf{uint64(row), k}]
			require.Equal(t, want, m.weight[at])
			require.Equal(t, 3*float64(want), m.sums[at])
			require.Equal(t, []float32{0.5, 0.5 + want}, m.stateOf(at))
		}
		for range rows * classes * 4 {
			// Classes come slowly at first, so that rows have every length for some time.
			var some []Class
			row := random.IntN(rows)
			for _, k := range random.Perm(min(classes, 3+2*len(made[row])))[:1+random.IntN(min(classes, 3))] {
				some = append(some, Class(k))
			}
			m.places = m.places[:0]
			if random.IntN(2) == 0 {
				m.takeCells(row+1, some)
			} else {
				for _, k := range some {
					m.cell(row+1, k)
				}
				for _, k := range some {
					m.places = append(m.places, m.cell(row+1, k))
				}
			}
			require.Len(t, m.places, len(some))
			for i, k := range some {
				check(row, k, m.places[i])
				last++
				numbers[weightOf{uint64(row), k}] = last
				m.set(m.places[i], last)
				m.stateOf(m.places[i])[1] = 0.5 + last
				if !slices.Contains(made[row], k) {
					made[row] = append(made[row], k)
				}
			}
			var order []Class
			for k, at := range m.cells(row + 1) {
				check(row, k, at)
				order = append(order, k)
			}
			require.Equal(t, made[row], order)
			start, n := m.extent(row + 1)
			for _, at := range m.places {
				require.Less(t, at-start, n)
			}
		}
		for row := range rows {
			require.Equal(t, classes > 1, m.spans[row+1].room == fullRow, "%d classes", classes)
		}
	}
}
