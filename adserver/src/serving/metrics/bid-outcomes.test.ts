import { expect, test } from "vitest";
import { testDelivery, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { newBidAnswers } from "./bid-outcomes.ts";

test("what was answered is told once, and again where it could not be written down", async () => {
  const house = testDelivery([testSnapshot()]);
  const answers = newBidAnswers(house.delivery.metrics);
  expect(answers.take()).toEqual(new Map());
  await house.bid("{");
  await house.bid(testRequest({ tmax: 5 }));
  const [imp] = testRequest().imp;
  expect((await house.bid(testRequest({ imp: [imp, { ...imp, id: "2" }] }))).status).toBe(200);
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
  await house.bid(testRequest({ tmax: 5 }));
  expect(answers.take()).toEqual(new Map([...first, ["too_late", 2]]));
});
