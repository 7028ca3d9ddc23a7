import path from "node:path";
import { expect, test } from "vitest";
import { ensurePrograms } from "../ensure-programs.ts";
import { type Command, root } from "../run-steps.ts";
import { countOf, noTests, summaryOf, sumOf, withFlaky, withUnhandled } from "./test-count.ts";

const result = (status: "passed" | "failed" | "skipped", skipped?: string) => ({
  status,
  fullName: "a test",
  failureMessages:
    status === "failed" ? ["\u001b[31mAssertionError\u001b[39m: expected 0 to be 1\n    at a.test.ts:1:2"] : [],
  meta: skipped === undefined ? {} : { skipped },
});

test("counts tests by outcome, skipped ones by reason, a file that does not load as failed", () => {
  const count = countOf({
    testResults: [
      {
        name: path.join(root, "a.test.ts"),
        status: "passed",
        assertionResults: [result("passed"), result("skipped", "no ffmpeg"), result("skipped")],
      },
      {
        name: path.join(root, "b.test.ts"),
        status: "failed",
        assertionResults: [result("passed"), result("failed")],
      },
      { name: path.join(root, "c.test.ts"), status: "failed", message: "cannot be parsed", assertionResults: [] },
    ],
  });
  expect(count).toEqual({
    passed: 2,
    failed: 2,
    skipped: { "no ffmpeg": 1, "no reason given: a test": 1 },
    failures: [
      "b.test.ts > a test\n    AssertionError: expected 0 to be 1",
      "c.test.ts > the whole file\n    cannot be parsed",
    ],
    flaky: [],
  });
});

test("errors outside of tests fail a run, and are named", () => {
  const passed = { ...noTests, passed: 3 };
  const stack = "Error: after the end\n    at a.test.ts:1:2";
  expect(withUnhandled(passed, [stack], "a log")).toEqual({
    ...passed,
    failed: 1,
    failures: [`outside of a test: ${stack}`],
  });
  expect(withUnhandled(passed, [], "a rejection").failures).toEqual(["the run ended with an error: a rejection"]);
  const failed = { ...passed, failed: 1, failures: ["b.test.ts > a test"] };
  expect(withUnhandled(failed, [], "a log")).toEqual(failed);
});

test("a test that passed on its second try counts as passed, with what the first one said", () => {
  const flaky = { file: path.join(root, "c.test.ts"), name: "a journey", message: "Timeout\n    at c.test.ts:1:2" };
  expect(withFlaky({ ...noTests, passed: 1 }, [flaky])).toEqual({
    ...noTests,
    passed: 1,
    flaky: ["c.test.ts > a journey\n    Timeout"],
  });
});

test("the last line has only the numbers; failed tests and reasons for skipped ones come before it", () => {
  expect(summaryOf({ ...noTests, passed: 3 })).toEqual(["3 passed, 0 failed"]);
  const sum = sumOf([
    { passed: 3, failed: 1, skipped: { "no redis": 4 }, failures: ["b.test.ts > a test"], flaky: [] },
    { passed: 2, failed: 0, skipped: { "no ffmpeg": 6, "no redis": 2 }, failures: [], flaky: [] },
    { passed: 0, failed: 0, skipped: { "no disk": 1 }, failures: [], flaky: ["c.test.ts > a journey"] },
  ]);
  expect(summaryOf(sum)).toEqual([
    "passed on the second try: c.test.ts > a journey",
    "failed: b.test.ts > a test",
    "13 skipped: no redis (6), no ffmpeg (6), no disk (1)",
    "5 passed, 1 failed, 13 skipped",
  ]);
});

/** A machine with some programs; returns the executed commands. */
async function installOn(
  has: string[],
  mayInstall: boolean,
  ok = true,
): Promise<{ commands: string[]; said: string[] }> {
  const commands: string[] = [];
  const said: string[] = [];
  await ensurePrograms({
    runs: (program) => has.includes(program),
    run: async ({ command, args }: Command) => {
      commands.push([command, ...args].join(" "));
      return { ok };
    },
    mayInstall,
    say: (line) => void said.push(line),
  });
  return { commands, said };
}

test("installs missing programs where allowed, each step with a time limit, and ignores failures", async () => {
  const all = ["ffmpeg", "redis-server", "chromium-headless-shell", "pgbouncer", "haproxy"];
  expect((await installOn(all, true)).commands).toEqual([]);
  expect((await installOn([], false)).commands).toEqual([]);
  const { commands, said } = await installOn(["ffmpeg"], true, false);
  expect(commands).toEqual([
    expect.stringMatching(/^timeout --kill-after=10 \d+ apt-get update/),
    expect.stringMatching(/^timeout --kill-after=10 \d+ apt-get install .* redis-server$/),
    expect.stringMatching(/^timeout --kill-after=10 \d+ apt-get install .* pgbouncer$/),
    expect.stringMatching(/^timeout --kill-after=10 \d+ apt-get install .* haproxy$/),
    expect.stringMatching(/^timeout --kill-after=10 \d+ apt-get install .* chromium-headless-shell fonts-liberation$/),
  ]);
  expect(said).toContain("redis-server could not be installed");
});
