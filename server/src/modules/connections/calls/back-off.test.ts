import { type Egress, EgressError } from "@litfass/platform/egress/egress";
import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { answerOf, type Reply } from "../testing-service.ts";
import { withBackOff } from "./back-off.ts";

function backingOff(replies: (Reply | EgressError)[]) {
  const waits: number[] = [];
  let calls = 0;
  const egress: Egress = async () => {
    const reply = replies[Math.min(calls++, replies.length - 1)] as Reply | EgressError;
    if (reply instanceof EgressError) throw reply;
    return answerOf(reply);
  };
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  return { call: withBackOff(egress, { random: seededRandom(7), wait }), waits, calls: () => calls };
}

test("retries a temporary failure after exponential waits with jitter", async () => {
  const service = backingOff([{ status: 503, body: {} }, new EgressError("reset"), { body: "there" }]);
  expect((await service.call("https://example.com/")).status).toBe(200);
  const [first = 0, second = 0] = service.waits;
  expect([first >= 250 && first < 500, second >= 500 && second < 1000]).toEqual([true, true]);
  expect(first).not.toBe(500);
});

test("waits as long as Retry-After says", async () => {
  const service = backingOff([{ status: 429, headers: { "retry-after": "2" }, body: {} }, { body: "there" }]);
  expect((await service.call("https://example.com/")).status).toBe(200);
  expect(service.waits).toEqual([2000]);
});

test("stops after three calls, and at once if the service asks for a longer pause", async () => {
  const down = backingOff([{ status: 500, body: {} }]);
  expect((await down.call("https://example.com/")).status).toBe(500);
  expect(down.calls()).toBe(3);
  const gone = backingOff([new EgressError("refused")]);
  await expect(gone.call("https://example.com/")).rejects.toThrow(EgressError);
  expect(gone.calls()).toBe(3);
  const throttled = backingOff([{ status: 429, headers: { "retry-after": "600" }, body: {} }]);
  expect((await throttled.call("https://example.com/")).status).toBe(429);
  expect([throttled.calls(), throttled.waits]).toEqual([1, []]);
});

test("does not retry a permanent error", async () => {
  const service = backingOff([{ status: 403, body: {} }]);
  expect((await service.call("https://example.com/")).status).toBe(403);
  expect([service.calls(), service.waits]).toEqual([1, []]);
});
