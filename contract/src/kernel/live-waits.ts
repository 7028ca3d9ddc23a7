/**
 * Maximum waits in milliseconds on an impression's way to an open dashboard. Each wait batches impressions, so that a
 * busy installation does not store, notify and query once per impression.
 */
export const liveWaits = {
  /** Between the starts of two rounds in which an ad server sends its journal to the API, while somebody watches. */
  shipMs: 1_000,
  /** From storing the first batch to notifying the streams. */
  gatherMs: 100,
  /** Between the starts of two requests of one dashboard for its figures. */
  askMs: 1_000,
};

/** Between two rounds while nobody watches. Storing a batch costs nearly the same however few events it has. */
export const unwatchedShipMs = 20_000;

/** PostgreSQL channel on which API processes announce that somebody watches live figures. */
export const watchChannel = "litfass_watch";
/** API processes repeat the announcement at this interval while somebody watches. */
export const announceWatchMs = 15_000;
/** How long an announcement applies: one may be lost. */
export const watchMs = 40_000;
