import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { createLog } from "../log/log.ts";
import { follow } from "./follow.ts";

let stack: Stack;
let client: pg.Client;
beforeAll(async () => {
  stack = await startStack();
  client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await stack.close();
});

test("follows notifications, returns the same object while nothing changes, and keeps the last value on errors", async () => {
  let stored: { names: string[] } | Error = { names: ["a"] };
  const followed = await follow({
    name: "the names",
    url: stack.databaseUrl,
    channel: "names_changed",
    log: createLog({ level: "silent", process: "test" }),
    read: async () => {
      if (stored instanceof Error) throw stored;
      return structuredClone(stored);
    },
  });
  try {
    const first = followed.current();
    await followed.refresh();
    expect(followed.current()).toBe(first);
    stored = { names: ["a", "b"] };
    await client.query("notify names_changed");
    await expect.poll(() => followed.current()).toEqual({ names: ["a", "b"] });
    const second = followed.current();
    stored = new Error("gone");
    await expect(followed.refresh()).rejects.toThrow("gone");
    expect(followed.current()).toBe(second);
  } finally {
    await followed.close();
  }
});
