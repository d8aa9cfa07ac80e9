//go:build race

package trust

const raced = true
