/**
 * Maximum waits in milliseconds on an impression's way to an open dashboard. Each wait batches impressions, so that a
 * busy installation does not store, notify and query once per impression.
 */
export const liveWaits = {
  /** Between the starts of two rounds in which a delivery process sends its journal to the API. */
  shipMs: 1_000,
  /** From storing the first batch to notifying the streams. */
  gatherMs: 100,
  /** Between the starts of two requests of one dashboard for its figures. */
  askMs: 1_000,
};
