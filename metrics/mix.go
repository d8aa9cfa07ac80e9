package metrics

// Mix is the finalizer of SplitMix64: every bit of x moves every bit of the result, so that numbers in a row draw lots that
// have nothing to do with each other. Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators", with
// the constants of Stafford's variant 13.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
