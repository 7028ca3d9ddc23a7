import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { hashOfSources, requireBuiltWeb } from "./web-build.ts";

const root = mkdtempSync(path.join(tmpdir(), "litfass-web-build-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a production start refuses a missing or outdated web build, and takes a release without sources", () => {
  mkdirSync(path.join(root, "web/src"), { recursive: true });
  writeFileSync(path.join(root, "web/src/main.ts"), "first");
  expect(() => requireBuiltWeb(root)).toThrow("the web app is not built: run `npm ci` and `npm run build` first");

  mkdirSync(path.join(root, "web/dist"));
  writeFileSync(path.join(root, "web/dist/.sources"), hashOfSources(root));
  requireBuiltWeb(root);

  writeFileSync(path.join(root, "web/src/main.ts"), "second");
  expect(() => requireBuiltWeb(root)).toThrow("the web app has changed since it was built");

  rmSync(path.join(root, "web/src"), { recursive: true });
  requireBuiltWeb(root);
});
