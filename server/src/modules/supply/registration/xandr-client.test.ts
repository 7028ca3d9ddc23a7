import type { Egress } from "@litfass/platform/egress/egress";
import { expect, test } from "vitest";
import { openXandr } from "./xandr-client.ts";

const account = { url: "https://xandr.example", user: "u", password: "p", member: "1" };

/** Signs in, and answers what follows with this status and these headers. */
const egressWith = (status: number, headers: Record<string, string>): { egress: Egress; calls: () => number } => {
  let calls = 0;
  const egress: Egress = async (url) => {
    const isSignIn = url.endsWith("/auth");
    if (!isSignIn) calls += 1;
    const json = () => ({ response: { status: "OK", token: "t", creatives: [] } });
    const answer = isSignIn ? { status: 200, headers: new Headers() } : { status, headers: new Headers(headers) };
    return { ...answer, body: Buffer.alloc(0), text: () => "", json };
  };
  return { egress, calls: () => calls };
};

test.each([
  ["a limit of this user", 429, { "retry-after": "7" }, 1, "again in 7 s"],
  ["a limit of the service", 503, { "retry-after": "9", "x-ratelimit-code": "503" }, 1, "again in 9 s"],
  ["a failure", 503, { "retry-after": "9" }, 3, "it answers 503"],
])(
  "%s is recognized by status and headers, and only a failure is retried",
  async (_name, status, headers, times, text) => {
    const { egress, calls } = egressWith(status, headers);
    const client = await openXandr(egress, account, async () => {});
    await expect(client.list(null).next()).rejects.toThrow(text);
    expect(calls()).toBe(times);
  },
);
