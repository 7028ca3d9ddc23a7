/**
 * The most rows that a long list counts: a total of this size means at least as many. In a file without schemas, because
 * every screen of the web app formats totals.
 */
export const maxCounted = 10_000;
