import { expect, test } from "vitest";
import { newReplicaLag } from "./replica-lag.ts";

test("the lag is the age of the oldest thing that the primary has and the replica has not", () => {
  const lag = newReplicaLag();
  expect(lag.of(5n, 0)).toBeNull();
  lag.notePrimary(100n, 1_000);
  // What happened before the first sample is unknown.
  expect([lag.of(99n, 1_000), lag.of(100n, 1_000)]).toEqual([null, 0]);
  lag.notePrimary(200n, 2_000);
  lag.notePrimary(300n, 3_000);
  expect([lag.of(150n, 4_500), lag.of(200n, 4_500), lag.of(300n, 4_500), lag.of(350n, 4_500)]).toEqual([
    2_500, 1_500, 0, 0,
  ]);
});

test("a primary that writes nothing makes no replica older, and what is missing goes on aging", () => {
  const lag = newReplicaLag();
  lag.notePrimary(100n, 0);
  for (let second = 1; second < 2_000; second++) lag.notePrimary(100n, second * 1_000);
  expect(lag.of(100n, 2_000_000)).toBe(0);
  lag.notePrimary(200n, 2_000_000);
  for (let second = 1; second < 60; second++) lag.notePrimary(200n, 2_000_000 + second * 1_000);
  expect(lag.of(100n, 2_060_000)).toBe(60_000);
});

test("beyond ten minutes of writes only that it is behind is known", () => {
  const lag = newReplicaLag();
  for (let second = 0; second < 700; second++) lag.notePrimary(BigInt(second), second * 1_000);
  expect([lag.of(50n, 700_000), lag.of(150n, 700_000)]).toEqual([null, 549_000]);
});
