package features

import (
	"slices"
	"strings"
	"unicode"
)

// The classes of words that the attribute e distinguishes, by their forms alone.
const (
	classOther = iota
	classNumeral
	classMonth
	classWeekday
	classUpper   // capital letters only, two or more
	classCapital // a capital letter first
	classCode    // digits beside letters
	classMark    // neither letters nor digits
	classOrdinal // digits with st, nd, rd or th
	classDecimal // digits with a comma or a stop among them
	classTime    // … with a colon
	classDate    // … with a hyphen or a slash
	classDigits  // one digit; two, three, four, and more have the numbers after it
)

const mostDigits = 5

var (
	numerals = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
		"eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen")
	months = strings.Fields("january february march april may june july august september october november december jan feb mar apr " +
		"jun jul aug sep sept oct nov dec")
	weekdays = strings.Fields("monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun")
	ordinals = strings.Fields("st nd rd th")
)

func entity(form string) uint64 {
	digits, letters, capitals, first := 0, 0, 0, false
	for i, r := range form {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r), unicode.IsMark(r):
			letters++
			if unicode.IsUpper(r) {
				capitals++
				first = first || i == 0
			}
		}
	}
	if digits > 0 {
		switch {
		case letters == 2 && slices.Contains(ordinals, strings.ToLower(form[len(form)-2:])):
			return classOrdinal
		case letters > 0:
			return classCode
		case strings.Contains(form, ":"):
			return classTime
		case strings.ContainsAny(form, "-/"):
			return classDate
		case strings.ContainsAny(form, ".,"):
			return classDecimal
		}
		return classDigits + uint64(min(digits, mostDigits)) - 1
	}
	switch lower := strings.TrimSuffix(strings.ToLower(form), "."); {
	case letters == 0:
		return classMark
	case slices.Contains(numerals, lower):
		return classNumeral
	case slices.Contains(months, lower):
		return classMonth
	case slices.Contains(weekdays, lower):
		return classWeekday
	case capitals == letters && letters > 1:
		return classUpper
	case first:
		return classCapital
	}
	return classOther
}

// affixes returns which of these beginnings and ends a form has, with one bit for each.
func affixes(form string) (found uint64) {
	form = strings.ToLower(form)
	for i, end := range []string{"er", "est"} {
		if len(form) > len(end) && strings.HasSuffix(form, end) {
			found |= 1 << i
		}
	}
	for i, start := range []string{"un", "in", "il", "anti"} {
		if len(form) > len(start) && strings.HasPrefix(form, start) {
			found |= 4 << i
		}
	}
	return found
}

// hyphenated returns a part of a form with hyphens, from 0, in lower case; "" if it does not exist.
func hyphenated(form string, part int) string {
	if parts := strings.Split(form, "-"); len(parts) > 1 && part < len(parts) {
		return strings.ToLower(parts[part])
	}
	return ""
}
