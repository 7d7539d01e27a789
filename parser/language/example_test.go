package language_test

import (
	"fmt"

	"parser/parser/language"
)

func Example() {
	g := language.Identify("Jeg ved ikke, hvor den gamle hund er henne.")
	fmt.Println(g.Language, g.Probability > 0.5)
	fmt.Println(language.Identify("1984").Language)
	// Output:
	// da true
	// unknown
}

func ExampleNearest() {
	fmt.Println(language.Nearest("br", []string{"cy", "en", "fr"})) // Breton is Celtic, as is Welsh
	// Output: cy
}

func ExampleRank() {
	for _, g := range language.Rank("Hunden sover ude i haven, fordi det er sommer.", "da", "nb", "sv") {
		fmt.Println(g.Language)
	}
	// Output:
	// da
	// nb
	// sv
}
