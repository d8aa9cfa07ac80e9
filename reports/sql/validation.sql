-- How well the primary signal finds help in a random share of moves, by amount of help and number of decisions.
-- needs: validation
SELECT round(share, 2) AS share, decisions, honest, assisted, round(auc, 3) AS auc, round(tpr_at_1pct, 2) AS found_at_1pct_false, calibrated
FROM validation
WHERE signal = 'llr' AND assistance = 'any'
ORDER BY share, decisions;
