//go:build !race

package trust

const raced = false
