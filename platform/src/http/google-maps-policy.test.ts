import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";

const dist = mkdtempSync(path.join(os.tmpdir(), "litfass-dist-"));
const shell = '<!doctype html><link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script>';
writeFileSync(path.join(dist, "index.html"), shell);
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const browser = { accept: "text/html" };
const policyOf = (answer: { headers: Record<string, unknown> }): Map<string, string> =>
  new Map(
    String(answer.headers["content-security-policy"])
      .split("; ")
      .map((directive) => [directive.slice(0, directive.indexOf(" ")), directive]),
  );

describe.each([
  ["a key", "some-key"],
  ["no key", undefined],
])("with %s for Google Maps", (_name, key) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ webDist: dist, env: key ? { GOOGLE_MAPS_KEY: key } : {} });
  });
  afterAll(() => stack.close());

  test("[STATE-036] the pages of the app allow Google's scripts, styles, fonts and workers only with a key", async () => {
    const page = await stack.visitor().get("//campaigns/1", browser);
    const policy = policyOf(page);
    const allows = (directive: string, source: string) => policy.get(directive)?.includes(source) ?? false;
    for (const [directive, source] of [
      ["script-src", "https://*.googleapis.com"],
      ["style-src", "https://fonts.googleapis.com"],
      ["font-src", "https://fonts.gstatic.com"],
      ["img-src", "https://*.gstatic.com"],
      ["connect-src", "https://*.googleapis.com"],
      ["worker-src", "blob:"],
    ] as const) {
      expect([directive, allows(directive, source)]).toEqual([directive, key !== undefined]);
    }
    if (!key) return expect(page.text).toBe(shell);
    const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy.get("style-src") ?? "") ?? [];
    expect(nonce.length).toBeGreaterThan(20);
    expect(page.text.split(`nonce="${nonce}"`)).toHaveLength(3);
    const again = await stack.visitor().get("//campaigns/1", browser);
    expect(again.text).not.toContain(nonce);
  });

  test("responses of the API allow no external sources", async () => {
    const answer = await stack.visitor().get("/site");
    expect(answer.headers["content-security-policy"]).not.toMatch(/google|unsafe|nonce/);
  });
});
