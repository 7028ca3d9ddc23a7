/**
 * What an impression waits at most, in milliseconds, on its way to an open dashboard: each wait gathers what comes meanwhile,
 * so that a busy installation does not store, notify and query once per impression.
 */
export const liveWaits = {
  /** Between the beginnings of two rounds in which a delivery process sends its journal to the api. */
  shipMs: 1_000,
  /** From the first batch stored to word of it in the streams. */
  gatherMs: 100,
  /** Between the beginnings of two questions of one dashboard for its figures. */
  askMs: 1_000,
};
