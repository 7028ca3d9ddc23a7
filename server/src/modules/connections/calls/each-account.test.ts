import { expect, test } from "vitest";
import { readEachAccount } from "./each-account.ts";
import { ServiceProblem } from "./service-problem.ts";

const nameOf = (account: string): string => `name of ${account}`;
const read = (outcomes: Record<string, string[] | Error | "too_many">) =>
  readEachAccount(Object.keys(outcomes), nameOf, async (account) => {
    const outcome = outcomes[account];
    if (outcome instanceof Error) throw outcome;
    return outcome === "too_many" ? { rows: ["some"], isComplete: false } : { rows: outcome ?? [], isComplete: true };
  });

test("rows of all accounts in their order; accounts that fail or have too many rows are gaps", async () => {
  const busy = new ServiceProblem("busy");
  expect(await read({ a: ["1", "2"], b: busy, c: "too_many", d: [] })).toEqual({
    rows: ["1", "2", "some"],
    gaps: [
      { account: "name of b", reason: "busy" },
      { account: "name of c", reason: "too_many" },
    ],
  });
});

test.each(["expired", "misconfigured"] as const)(
  "%s concerns all accounts, so it ends the reading",
  async (problem) => {
    await expect(read({ a: ["1"], b: new ServiceProblem(problem) })).rejects.toMatchObject({ problem });
  },
);

test.each(["refused", "no_account", "busy", "unreachable"] as const)(
  "%s is a gap, unless it is all",
  async (problem) => {
    expect((await read({ a: [], b: new ServiceProblem(problem) })).gaps).toEqual([
      { account: "name of b", reason: problem },
    ]);
    const all = read({ a: new ServiceProblem(problem), b: new ServiceProblem("busy") });
    await expect(all).rejects.toMatchObject({ problem });
  },
);

test("a mistake of ours is not a gap, and no accounts are no problem", async () => {
  const mistake = new TypeError("ours");
  await expect(read({ a: ["1"], b: mistake })).rejects.toBe(mistake);
  expect(await read({})).toEqual({ rows: [], gaps: [] });
});
