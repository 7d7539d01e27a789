// Command parser trains and runs dependency parsers.
package main

func main() {}
