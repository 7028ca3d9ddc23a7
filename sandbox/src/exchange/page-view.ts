import type { SeededRandom } from "../seeded-random.ts";
import type { AdMarkup } from "./ad-markup.ts";
import type { Counters } from "./counters.ts";
import type { HttpClient } from "./http-client.ts";
import type { Placement } from "./placements.ts";
import type { Visitor } from "./visitors.ts";

export type PageView = {
  visitor: Visitor;
  pageUrl: string;
  placement: Placement;
  ad: AdMarkup;
  /** Calls of the exchange's own servers when the ad is shown. */
  bill: string | undefined;
};

export type PageViewTools = {
  http: HttpClient;
  random: SeededRandom;
  /** Resolves after this many milliseconds; tests do not wait. */
  pause: (ms: number) => Promise<void>;
  count: (name: keyof Counters) => void;
};

const timeoutMs = 5000;
/** The share of started videos that reach each event. */
const staying = { start: 0.98, firstQuartile: 0.93, midpoint: 0.92, thirdQuartile: 0.94, complete: 0.95 };
/** The share of ads whose page or player can tell whether they are seen. */
const measurable = 0.97;
const seenAfterMs = { banner: 1000, native: 1000, video: 2000, audio: 2000 };

/** Loads an ad like the visitor's browser: its files and pixel; then it may be viewable, and rarely clicked. */
export async function showAd(view: PageView, tools: PageViewTools): Promise<void> {
  const { ad, placement, visitor } = view;
  const { random, pause, count } = tools;
  const headers = {
    "user-agent": visitor.device.agent,
    "accept-language": `${visitor.language}-${visitor.place.country},${visitor.language};q=0.8`,
    "x-forwarded-for": visitor.ip,
    referer: view.pageUrl,
  };
  const load = async (url: string, name: keyof Counters): Promise<boolean> => {
    try {
      const { status } = await tools.http.ask(url, { headers, timeoutMs });
      if (status >= 400) throw new Error(`${status}`);
      count(name);
      return true;
    } catch {
      count("failedLoads");
      return false;
    }
  };
  // All random decisions are made first, so that the order of responses changes nothing.
  const willBeSeen = random.chance(placement.viewability);
  const willClick = random.chance(placement.clickRate * (willBeSeen ? 1 / placement.viewability : 0));
  const leavesAfter = ad.progress.findIndex(({ event }) => !random.chance(staying[event as keyof typeof staying] ?? 1));
  const isMeasured = random.chance(measurable);
  const reads = 800 + 5000 * random.number();
  const thinks = 1500 + 9000 * random.number();

  for (const file of ad.files) await load(file, "files");
  await Promise.all(ad.impressions.map((url) => load(url, "impressions")));
  if (view.bill !== undefined) await load(view.bill, "billed");
  const watch = async (): Promise<void> => {
    for (const [at, { event, urls }] of ad.progress.entries()) {
      if (leavesAfter >= 0 && at >= leavesAfter) return;
      if (at > 0) await pause((ad.durationSeconds * 1000) / 4);
      for (const url of urls) await load(url, event === "complete" ? "videoCompletes" : "videoSteps");
    }
  };
  const look = async (): Promise<void> => {
    if (isMeasured) await Promise.all(ad.measured.map((url) => load(url, "measured")));
    if (!willBeSeen && ad.notViewables.length === 0) return;
    await pause(seenAfterMs[ad.kind] + reads);
    const outcome = willBeSeen ? ad.viewables : ad.notViewables;
    if (isMeasured) await Promise.all(outcome.map((url) => load(url, willBeSeen ? "viewable" : "measured")));
    if (!willBeSeen) return;
    if (!willClick || ad.click === undefined) return;
    await pause(thinks);
    await load(ad.click, "clicks");
  };
  await Promise.all([watch(), look()]);
}
