package metrics

import "math"

// WebchessFallbackAccuracy is web-chess's accuracy of a move, 0 to 100, from its centipawn loss alone: what the app
// falls back to for a move without win chances. The profile never needs it; it is here to compare with rows the app
// has stored.
//
// Source: web-chess accuracyAggregate.ts (September 2026).
func WebchessFallbackAccuracy(cpLoss float64) float64 { return 100 * math.Exp(-max(0, cpLoss)/300) }
