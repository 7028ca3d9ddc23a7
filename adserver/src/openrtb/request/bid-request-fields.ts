import type { Wanted } from "./partial-json.ts";

/**
 * What `parseBidRequest` looks at. Remembered is what an exchange sends with many requests: pages and their sites, lists of
 * a publisher, and who looks at several pages.
 */
export const bidRequestFields: Wanted = {
  id: "all",
  imp: [
    {
      id: "remembered",
      tagid: "remembered",
      bidfloor: "all",
      bidfloorcur: "remembered",
      secure: "all",
      banner: "remembered",
      video: "remembered",
      metric: "remembered",
      pmp: "all",
    },
  ],
  site: "remembered",
  app: "remembered",
  device: "remembered",
  user: "remembered",
  regs: "remembered",
  source: { schain: "remembered", ext: { schain: "remembered" } },
  cur: "remembered",
  tmax: "all",
  test: "all",
  wseat: "remembered",
  bseat: "remembered",
  bcat: "remembered",
  acat: "remembered",
  badv: "remembered",
  cattax: "all",
};
