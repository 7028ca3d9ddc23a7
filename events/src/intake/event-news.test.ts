import { watchChannel } from "@litfass/contract/kernel/live-waits";
import { createLog } from "@litfass/platform/log/log";
import { listen } from "@litfass/platform/postgres/listener";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { type CampaignsWithEvents, type EventNews, shareEventNews } from "./event-news.ts";

const log = createLog({ level: "silent", process: "test" });
const open: { close(): Promise<void> }[] = [];
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
afterAll(async () => stack?.close());

/** The news as another API process has it, and what its subscriber hears. */
async function newsOfProcess(): Promise<{ news: EventNews; heard: CampaignsWithEvents[] }> {
  const news = shareEventNews({ db: stack.platform.db, url: stack.databaseUrl, log });
  open.push(news);
  const heard: CampaignsWithEvents[] = [];
  news.subscribe((campaignIds) => heard.push(campaignIds));
  // A new connection may have missed some: any campaign may have events.
  await expect.poll(() => heard).toEqual([null]);
  heard.length = 0;
  return { news, heard };
}

test("every API process hears once which campaigns have new events", async () => {
  const [one, two] = [await newsOfProcess(), await newsOfProcess()];
  one.news.publish(new Set([7, 9]));
  await expect.poll(() => two.heard).toEqual([new Set([7, 9])]);
  two.news.publish(new Set([11]));
  await expect.poll(() => one.heard).toEqual([new Set([7, 9]), new Set([11])]);
  expect(two.heard).toEqual([new Set([7, 9]), new Set([11])]);
});

test("more campaigns than fit a notification are any campaigns", async () => {
  const [one, two] = [await newsOfProcess(), await newsOfProcess()];
  const many = new Set(Array.from({ length: 5_000 }, (_, id) => 1_000_000 + id));
  one.news.publish(many);
  await expect.poll(() => two.heard).toEqual([null]);
  expect(one.heard).toEqual([many]);
});

test("the first subscription is announced to ad servers, an ended one no longer", async () => {
  let announcements = 0;
  let isListening = false;
  const onWatch = () => {
    announcements += 1;
  };
  const onConnect = () => {
    isListening = true;
  };
  open.push(listen(stack.databaseUrl, { [watchChannel]: onWatch }, { log, connect: onConnect }));
  await expect.poll(() => isListening).toBe(true);
  const news = shareEventNews({ db: stack.platform.db, url: stack.databaseUrl, log }, 50);
  open.push(news);
  const unsubscribe = news.subscribe(() => {});
  await expect.poll(() => announcements).toBeGreaterThan(2);
  expect([unsubscribe(), unsubscribe()]).toEqual([true, false]);
  // Those under way arrive.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const soFar = announcements;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(announcements).toBe(soFar);
});
