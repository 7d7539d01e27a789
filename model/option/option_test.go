package option

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// oven has an option of every type.
type oven struct {
	heat   float64
	chance float64
	trays  int
	grams  int64
	seed   uint64
	mode   string
	light  bool
}

func (o *oven) options() List {
	return List{
		Of("heat", &o.heat, 180, "`DEGREES`").Within(50, 250),
		Of("chance", &o.chance, 0.5, "").Probability("burning"),
		Of("trays", &o.trays, 2, "").From(1),
		Of("grams", &o.grams, 500, "").From(0),
		Of("seed", &o.seed, 1, "").If(o.chance > 0),
		Of("mode", &o.mode, "hot", "").Among("hot", "cold"),
		Of("light", &o.light, true, ""),
	}
}

func (o *oven) set(t *testing.T, name string, value any) {
	option, ok := o.options().Find(name)
	require.True(t, ok, name)
	require.NoError(t, option.Set(value))
}

func TestDefaultsAreSetAndRead(t *testing.T) {
	var o oven
	o.options().Reset()
	require.Equal(t, oven{180, 0.5, 2, 500, 1, "hot", true}, o)
	require.NoError(t, o.options().Check())
	for name, value := range map[string]any{"heat": 99.5, "chance": 0.25, "trays": 7, "grams": int64(8),
		"seed": uint64(math.MaxUint64), "mode": "cold", "light": false} {
		o.set(t, name, value)
		option, _ := o.options().Find(name)
		require.Equal(t, value, option.Value())
		o.set(t, name, fmt.Sprint(value))
		require.Equal(t, value, option.Value(), "from a text")
	}
	require.Equal(t, oven{99.5, 0.25, 7, 8, math.MaxUint64, "cold", false}, o)
	_, ok := o.options().Find("colour")
	require.False(t, ok)
}

func TestTextsThatAreNoValueAreErrors(t *testing.T) {
	var o oven
	for _, name := range []string{"heat", "chance", "trays", "grams", "seed", "light"} {
		option, _ := o.options().Find(name)
		require.ErrorContains(t, option.Set("x"), name)
	}
}

func TestChecksNameWhatIsOutOfRange(t *testing.T) {
	for want, change := range map[string]func(*oven){
		"heat is out of range: 49.5, not 50 to 250": func(o *oven) { o.heat = 49.5 },
		"heat is out of range: NaN, not 50 to 250":  func(o *oven) { o.heat = math.NaN() },
		"1.5 is not a probability of burning":       func(o *oven) { o.chance = 1.5 },
		"trays is out of range: 0, not 1 or more":   func(o *oven) { o.trays = 0 },
		"grams is out of range: -1, not 0 or more":  func(o *oven) { o.grams = -1 },
		`mode is "warm", not one of ["hot" "cold"]`: func(o *oven) { o.mode = "warm" },
	} {
		var o oven
		o.options().Reset()
		change(&o)
		require.EqualError(t, o.options().Check(), want)
	}
	x := 0.0
	require.EqualError(t, List{Of("x", &x, 1, "").Positive()}.Check(), "x is out of range: 0, not above 0")
	x = math.Inf(1)
	require.EqualError(t, List{Of("x", &x, 1, "").Within(0, math.MaxFloat32)}.Check(), "x is out of range: +Inf, not 0 or more")
}

func TestUselessOptionsAreIdleAndSet(t *testing.T) {
	var o oven
	o.options().Reset()
	o.set(t, "chance", 0)
	require.Empty(t, o.options().Useless())
	o.set(t, "seed", 2)
	require.Equal(t, []string{"seed"}, o.options().Useless().Names())
	o.options().Useless().Reset()
	require.Equal(t, uint64(1), o.seed)
	o.set(t, "chance", 0.1)
	o.set(t, "seed", 2)
	require.Empty(t, o.options().Useless())
}

func ExampleList() {
	var o oven
	list := o.options()
	list.Reset()
	o.heat = 300
	fmt.Println(list.Check())
	// Output: heat is out of range: 300, not 50 to 250
}

// TestByRound: a number can be the first of a list; each has to be in range, and a list is never the default.
func TestByRound(t *testing.T) {
	var share float64
	var then string
	list := List{Of("share", &share, 0.3, "").Probability("a share").ByRound(&then)}
	list.Reset()
	require.Equal(t, 0.3, list[0].Value())
	require.NoError(t, list[0].Set("1,0.5,0.2"))
	require.NoError(t, list.Check())
	require.Equal(t, "1,0.5,0.2", list[0].Value())
	for round, want := range []float64{1, 0.5, 0.2, 0.2, 0.2} {
		require.Equal(t, want, At(share, then, round+1))
	}
	list[0].Idle = true
	require.Len(t, list.Useless(), 1)
	require.NoError(t, list[0].Set(list[0].Value()))
	require.Equal(t, "1,0.5,0.2", list[0].Value())
	for _, wrong := range []string{"", ",", "1,", "1,x", "1,,0.5", "x,1"} {
		require.Error(t, list[0].Set(wrong), wrong)
	}
	require.NoError(t, list[0].Set("1,0.5,2"))
	require.ErrorContains(t, list.Check(), "2 is not a probability of a share")
	require.NoError(t, list[0].Set("0.3"))
	require.Empty(t, list.Useless())
}
