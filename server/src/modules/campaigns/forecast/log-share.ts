/** A log-normal quantity: mean and variance of its natural logarithm. */
export type LogNormal = { mean: number; variance: number };

/** Standard deviations on each side of the median that hold four of five outcomes. */
export const spread = 1.2816;

/**
 * The log-normal quantity with the mean and variance of a share of which `hits` and `misses` were observed
 * (Beta distribution). Both must be positive, but need not be whole.
 */
export function logShare(hits: number, misses: number): LogNormal {
  const tries = hits + misses;
  const variance = Math.log(((hits + 1) * tries) / (hits * (tries + 1)));
  return { mean: Math.log(hits / tries) - variance / 2, variance };
}

/** The product of independent quantities. */
export const productOf = (factors: LogNormal[]): LogNormal => ({
  mean: factors.reduce((sum, { mean }) => sum + mean, 0),
  variance: factors.reduce((sum, { variance }) => sum + variance, 0),
});
