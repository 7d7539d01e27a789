package neural

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/view"
	"parser/transition"
)

// TestSlotProducts: those of all slots and positions, made at once or on demand, are what a plain
// loop makes of the vectors.
func TestSlotProducts(t *testing.T) {
	for _, system := range systems() {
		session := newLearner(t, tiny(), shapeOf(system, false), nil).newSession()
		session.Read(twoSentences()...)
		halves := session.view.Halves()
		high := session.slots.rows / halves
		for sentence, words := range twoSentences() {
			for position := range int32(len(words) + 2) {
				for slot := range int32(session.view.Slots) {
					for half := range int32(halves) {
						term := view.Term{Position: position, Slot: slot, Half: half}
						session.want(&view.Seen{Plus: []view.Term{term}}, sentence)
						session.fetch()
						want := make([]float32, session.Hidden)
						for i := range high {
							x := session.encoded[session.row(sentence, int(position))*session.slots.rows+int(half)*high+i]
							for j, w := range session.slots.row(half*int32(high) + int32(i))[int(slot)*session.Hidden:][:session.Hidden] {
								want[j] += x * w
							}
						}
						require.InDeltaSlice(t, want, session.product(term, sentence), 1e-5, "%s %+v", system.Name(), term)
					}
				}
			}
		}
	}
}

// TestProductsAreMadeOnDemand: those of the first slots at once, the others when they are wanted, once.
func TestProductsAreMadeOnDemand(t *testing.T) {
	session := newLearner(t, tiny(), shapeOf(transition.ArcHybrid{}, false), nil).newSession()
	made := func() (rows []int) {
		for _, s := range session.slotted {
			rows = append(rows, len(s.data)/session.Hidden)
		}
		return rows
	}
	session.Read(twoSentences()...)
	all := session.rows()
	require.Equal(t, []int{all, all, all, all, 0, 0, 0, 0, 0}, made())
	seen := &view.Seen{Plus: []view.Term{{Position: 2, Slot: 0}, {Position: 2, Slot: 4}, {Position: 3, Slot: 4}, {Position: 2, Slot: 8}}}
	for range 2 {
		session.want(seen, 1)
		session.fetch()
		require.Equal(t, []int{all, all, all, all, 2, 0, 0, 0, 1}, made())
	}
	session.Read(twoSentences()...)
	require.Equal(t, []int{all, all, all, all, 0, 0, 0, 0, 0}, made(), "another batch begins with none")
}
