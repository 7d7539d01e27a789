package training

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTogetherTellsBoth calls every function of two observers together: each is told once, the first one first.
func TestTogetherTellsBoth(t *testing.T) {
	var told []int
	telling := func(who int) (o Observer) {
		fields := reflect.ValueOf(&o).Elem()
		for i := range fields.NumField() {
			if f := fields.Field(i); f.Kind() == reflect.Func {
				f.Set(reflect.MakeFunc(f.Type(), func([]reflect.Value) []reflect.Value {
					told = append(told, 10*i+who)
					return nil
				}))
			}
		}
		return o
	}
	for _, c := range []struct {
		first, last Observer
		who         []int
	}{
		{telling(1), telling(2), []int{1, 2}},
		{telling(1), Observer{}, []int{1}},
		{Observer{}, telling(2), []int{2}},
		{Observer{}, Observer{}, nil},
	} {
		own := reflect.ValueOf(Together(c.first, c.last))
		for i := range own.NumField() {
			f := own.Field(i)
			if f.Kind() != reflect.Func {
				continue
			}
			var args, want = []reflect.Value{}, []int(nil)
			for k := range f.Type().NumIn() {
				args = append(args, reflect.Zero(f.Type().In(k)))
			}
			for _, who := range c.who {
				want = append(want, 10*i+who)
			}
			told = nil
			f.Call(args)
			require.Equal(t, want, told, own.Type().Field(i).Name)
		}
	}
}
