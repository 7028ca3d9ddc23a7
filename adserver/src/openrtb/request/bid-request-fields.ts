import type { JsonSelection } from "./partial-json.ts";

/**
 * The fields that `parseBidRequest` reads. Cached are those that recur: sites and pages, a publisher's lists, and the
 * visitor on the next page.
 */
const impFields = {
  id: "cached",
  tagid: "cached",
  bidfloor: "all",
  bidfloorcur: "cached",
  secure: "all",
  banner: "cached",
  video: "cached",
  native: "cached",
  audio: "cached",
  metric: "cached",
  pmp: "all",
} as const;

export const bidRequestFields = {
  id: "all",
  imp: [impFields],
  site: "cached",
  app: "cached",
  device: "cached",
  user: "cached",
  regs: "cached",
  source: { schain: "cached", ext: { schain: "cached" } },
  cur: "cached",
  tmax: "all",
  test: "all",
  at: "all",
  wseat: "cached",
  bseat: "cached",
  bcat: "cached",
  acat: "cached",
  wlang: "cached",
  wlangb: "cached",
  badv: "cached",
  cattax: "all",
} satisfies JsonSelection;

/** The same with the extension of each `imp`, for the exchanges that use it. */
export const fieldsWithExtensions: JsonSelection = {
  ...bidRequestFields,
  imp: [{ ...impFields, ext: { billing_id: "cached" } }],
};
