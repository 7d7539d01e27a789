package lint_test

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPublicNames: what users see stays small, and every name of it is of use to somebody: another package, an
// example, or what can be reached from such a name.
func TestPublicNames(t *testing.T) {
	const mostNames, mostMethods, mostIdle = 596, 452, 3
	project := checked(t)
	used := maps.Clone(project.used)
	for before := -1; before != len(used); {
		before = len(used)
		for _, p := range project.public {
			eachName(p, func(o types.Object) {
				if used[nameOf(o)] {
					reach(o, used)
				}
			})
		}
	}
	names, methods, idle := 0, 0, []string(nil)
	for _, p := range project.public {
		eachName(p, func(o types.Object) {
			if isMethod(o) {
				methods++
			} else if names++; !used[nameOf(o)] {
				idle = append(idle, nameOf(o))
			}
		})
	}
	slices.Sort(idle)
	t.Logf("%d names and %d methods in %d public packages, %d names idle", names, methods, len(project.public), len(idle))
	require.LessOrEqual(t, names, mostNames)
	require.LessOrEqual(t, methods, mostMethods)
	require.LessOrEqual(t, len(idle), mostIdle, "used by no other package and by no example:\n%s", strings.Join(idle, "\n"))
}

// TestNoInternalTypes: what users see of packages has no type of an internal package, whose fields and methods no page shows.
func TestNoInternalTypes(t *testing.T) {
	for _, p := range checked(t).public {
		eachName(p, func(o types.Object) {
			if shown := internalTypes(o); len(shown) > 0 {
				t.Errorf("%s shows %s", nameOf(o), strings.Join(shown, ", "))
			}
		})
	}
}

// TestTraits: outside the room of structures, few places ask what kind of structure is built; the others ask the structure to do it.
func TestTraits(t *testing.T) {
	const most = 26
	traits, all := checked(t).traits, 0
	for _, n := range traits {
		all += n
	}
	t.Logf("%d in %d files", all, len(traits))
	require.LessOrEqual(t, all, most, "%v", traits)
	require.NotZero(t, all)
}

// nameOf names a declaration: its package, the type of a method, and itself.
func nameOf(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		if r := f.Origin().Signature().Recv(); r != nil {
			of := r.Type()
			if p, ok := of.(*types.Pointer); ok {
				of = p.Elem()
			}
			if named, ok := of.(*types.Named); ok {
				return fmt.Sprint(o.Pkg().Path(), ".", named.Obj().Name(), ".", o.Name())
			}
		}
	}
	return o.Pkg().Path() + "." + o.Name()
}

func isMethod(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

// eachName calls do with every exported declaration of a package, and every exported method.
func eachName(p *types.Package, do func(types.Object)) {
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		do(o)
		if named, ok := o.Type().(*types.Named); ok && !isAlias(o) {
			if _, isType := o.(*types.TypeName); isType {
				for m := range named.Methods() {
					if m.Exported() {
						do(m)
					}
				}
			}
		}
	}
}

func isAlias(o types.Object) bool {
	n, ok := o.(*types.TypeName)
	return ok && n.IsAlias()
}

// reach marks what a declaration that is used shows: the types in it and, of a type, its constants.
func reach(o types.Object, used map[string]bool) {
	types.NewMethodSet(o.Type()) // completes lazy types
	var walk func(types.Type, int)
	walk = func(x types.Type, depth int) {
		const enough = 6
		if depth > enough {
			return
		}
		switch x := x.(type) {
		case *types.Named:
			if x.Obj().Pkg() != nil && (depth > 0 || x.Obj() == o) {
				used[nameOf(x.Obj())] = true
			}
			if depth == 0 {
				walk(x.Underlying(), depth+1)
			}
			for a := range x.TypeArgs().Types() {
				walk(a, depth+1)
			}
		case *types.Pointer:
			walk(x.Elem(), depth+1)
		case *types.Slice:
			walk(x.Elem(), depth+1)
		case *types.Array:
			walk(x.Elem(), depth+1)
		case *types.Map:
			walk(x.Key(), depth+1)
			walk(x.Elem(), depth+1)
		case *types.Signature:
			for v := range x.Params().Variables() {
				walk(v.Type(), depth+1)
			}
			for v := range x.Results().Variables() {
				walk(v.Type(), depth+1)
			}
		case *types.Struct:
			for f := range x.Fields() {
				if f.Exported() {
					walk(f.Type(), depth+1)
				}
			}
		case *types.Interface:
			for m := range x.Methods() {
				walk(m.Type(), depth+1)
			}
		}
	}
	walk(o.Type(), 0)
	if _, isType := o.(*types.TypeName); isType {
		for _, name := range o.Pkg().Scope().Names() {
			if c, ok := o.Pkg().Scope().Lookup(name).(*types.Const); ok && types.Identical(c.Type(), o.Type()) {
				used[nameOf(c)] = true
			}
		}
	}
}

// internalTypes returns the types of internal packages that a declaration shows.
func internalTypes(o types.Object) (shown []string) {
	seen := map[types.Type]bool{}
	var walk func(types.Type)
	walk = func(x types.Type) {
		if x == nil || seen[x] {
			return
		}
		seen[x] = true
		switch x := x.(type) {
		case *types.Alias:
			walk(types.Unalias(x))
		case *types.Named:
			if p := x.Obj().Pkg(); p != nil && strings.Contains(p.Path(), "/internal/") {
				shown = append(shown, nameOf(x.Obj()))
			}
			for a := range x.TypeArgs().Types() {
				walk(a)
			}
		case interface{ Elem() types.Type }: // pointers, slices, arrays, channels, maps
			walk(x.Elem())
			if m, ok := x.(*types.Map); ok {
				walk(m.Key())
			}
		case *types.Signature:
			for v := range x.Params().Variables() {
				walk(v.Type())
			}
			for v := range x.Results().Variables() {
				walk(v.Type())
			}
		case *types.Struct:
			for f := range x.Fields() {
				if f.Exported() {
					walk(f.Type())
				}
			}
		case *types.Interface:
			for m := range x.ExplicitMethods() {
				if m.Exported() {
					walk(m.Type())
				}
			}
			for e := range x.EmbeddedTypes() {
				walk(e)
			}
		}
	}
	walk(o.Type())
	if name, ok := o.(*types.TypeName); ok && !name.IsAlias() {
		walk(o.Type().Underlying())
	}
	return shown
}
