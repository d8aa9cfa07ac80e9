package metrics

// An IntrinsicRating is an estimate of playing strength from the moves alone. EXPERIMENTAL: its constants hold for
// Rybka 3 at depth 13 and for Regan's own reference positions; a repetition with another engine found half of the
// slope and a quarter of the fit.
type IntrinsicRating struct {
	Elo       float64
	Low, High float64 // two standard deviations, widened by iprWidening
}

// IPR = 3571 - 15413 AE, where AE is the mean scaled loss that the fitted model expects on a fixed reference set.
// Source: Regan, Macieja and Haworth (ACG 2012); anchors 2700: .0572, 2600: .0624, 2500: .0689, 2400: .0749,
// 2300: .0843, 2200: .0883.
const (
	iprIntercept = 3571
	iprSlope     = 15413
	iprWidening  = 1.4 // over-dispersion of losses, as in Regan's reports
)

// IPR turns the expected scaled loss on the reference set and the standard deviation of the mean scaled loss on the
// player's own decisions into a rating.
func IPR(referenceLoss, sd float64) IntrinsicRating {
	elo := iprIntercept - iprSlope*referenceLoss
	half := 2 * iprWidening * iprSlope * sd
	return IntrinsicRating{Elo: elo, Low: elo - half, High: elo + half}
}

// MeanScaledLoss is the mean scaled loss that a model expects on a set of decisions, played moves ignored.
func MeanScaledLoss(reference []Choice, model ChoiceModel) (float64, bool) {
	if len(reference) == 0 {
		return 0, false
	}
	return expect(reference, model).loss, true
}
