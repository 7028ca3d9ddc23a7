import { expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { newBidAnswers } from "./bid-outcomes.ts";

test("outcomes are taken once, and again if saving failed", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const answers = newBidAnswers(adServer.instance.metrics);
  expect(answers.take()).toEqual(new Map());
  await adServer.bid("{");
  await adServer.bid(testRequest({ tmax: 5 }));
  const [imp] = testRequest().imp;
  expect((await adServer.bid(testRequest({ imp: [imp, { ...imp, id: "2" }] }))).status).toBe(200);
  const first = new Map([
    ["bid", 1],
    ["unreadable_request", 1],
    ["too_late", 1],
    // A campaign has one ad on a page.
    ["no_format", 1],
  ]);
  const taken = answers.take();
  expect(taken).toEqual(first);
  expect(answers.take()).toEqual(new Map());
  answers.giveBack(taken);
  await adServer.bid(testRequest({ tmax: 5 }));
  expect(answers.take()).toEqual(new Map([...first, ["too_late", 2]]));
});
