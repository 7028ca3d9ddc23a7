import { expect, test } from "vitest";
import { liveWaits } from "./live-waits.ts";

/** Maximum time until an impression is on an open dashboard. */
const promisedMs = 3_000;
/** Budget for the disk, the stores, the network and the browser on a fast enough machine. */
const workMs = 750;

test("the waits on an impression's way to a dashboard leave time for processing", () => {
  const waits = Object.values(liveWaits).reduce((sum, each) => sum + each);
  expect(waits).toBeLessThanOrEqual(promisedMs - workMs);
});
