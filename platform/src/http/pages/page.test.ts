import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../../server/src/testing/stack.ts";
import { sessionCookie } from "../cookies.ts";
import { html } from "./html.ts";
import { mountPage, sendPage } from "./page.ts";

const dist = mkdtempSync(path.join(os.tmpdir(), "litfass-dist-"));
const shellStart = '<!doctype html><html lang="en"><title>Shell</title><style>.early{}</style>';
let stack: Stack;

beforeAll(async () => {
  mkdirSync(path.join(dist, "assets"));
  writeFileSync(path.join(dist, "index.html"), `${shellStart}<script src="/theme.js"></script>`);
  writeFileSync(path.join(dist, "theme.js"), "// Chooses.\nchooseTheme();\n");
  writeFileSync(path.join(dist, "assets", "app-1a2b.js"), "export {};");
  writeFileSync(path.join(dist, "assets", "inter-latin-opsz-normal-Xy_1abcd.woff2"), "");
  writeFileSync(path.join(dist, "assets", "inter-basic-Zz9-0123.woff2"), "");
  writeFileSync(path.join(dist, "assets", "app-1a2b.js.map"), "{}");
  writeFileSync(path.join(dist, "assets", "app-1a2b.js.br"), brotliCompressSync("export {};"));
  stack = await startStack({
    webDist: dist,
    routes: (app) =>
      mountPage(app, "/machine-room", ["super_admin"], async ({ caller, lang, reply }) =>
        sendPage(reply, { title: "Machine room", lang, body: html`<p>${caller.role}</p>` }),
      ),
  });
});
afterAll(async () => {
  await stack.close();
  rmSync(dist, { recursive: true, force: true });
});

const browser = { accept: "text/html,application/xhtml+xml", "accept-language": "de" };

test("a restricted page opens for its role, returns 403 for others, and redirects visitors to sign in and back", async () => {
  const open = await (await stack.signIn("super_admin")).get("//machine-room", browser);
  expect([open.status, open.text.includes("<p>super_admin</p>")]).toEqual([200, true]);
  // The header names the browser's language, the account the language chosen in the app.
  const english = { ...browser, "accept-language": "en" };
  const refused = await (await stack.signIn({ uid: "german-admin", role: "admin", lang: "de" })).get(
    "//machine-room",
    english,
  );
  expect([refused.status, refused.text.includes("Sie dürfen das nicht tun")]).toEqual([403, true]);
  const visitor = await stack.visitor().get("//machine-room?view=2", browser);
  expect([visitor.status, visitor.headers.location]).toEqual([302, "/login?next=%2Fmachine-room%3Fview%3D2"]);
});

test("[NAV-003] a deep link of the web app returns its shell; other clients, files and calls do not get it", async () => {
  const client = stack.visitor();
  const deep = await client.get("//campaigns/7/edit", browser);
  const shell = `${shellStart.replace("<html ", '<html data-languages="en de" ')}<script>chooseTheme();</script>`;
  expect([deep.status, deep.text]).toEqual([200, shell]);
  const hash = createHash("sha256").update("chooseTheme();").digest("base64");
  expect(deep.headers["content-security-policy"]).toContain(`default-src 'self'; script-src 'self' 'sha256-${hash}';`);
  expect((await client.get("/campaigns/7/none", browser)).headers["content-type"]).toContain("application/json");
  expect((await client.get("//missing.js", browser)).status).toBe(404);
  expect((await client.get("//campaigns/7/edit", { accept: "application/json" })).status).toBe(404);
  expect((await client.post("//campaigns/7/edit", {}, browser)).status).toBe(404);
  const asset = await client.get("//assets/app-1a2b.js");
  expect([asset.status, asset.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  const packed = await client.get("//assets/app-1a2b.js", { "accept-encoding": "gzip, br" });
  expect(packed.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "application/javascript; charset=utf-8",
  });
  expect(brotliDecompressSync(packed.bytes).toString()).toBe("export {};");
});

test("the app's document draws its frame for a signed-in user, by a style that the policy allows by its hash", async () => {
  const session = `${sessionCookie}=some-session`;
  const open = (path: string, cookie?: string) => stack.visitor().get(path, { ...browser, ...(cookie && { cookie }) });
  const { text, headers } = await open("//dashboard", session);
  expect(text).toMatch(/^<!doctype html><html data-languages="en de" data-frame="app" /);
  const hash = createHash("sha256").update(".early{}").digest("base64");
  expect(headers["content-security-policy"]).toContain(`style-src 'self' 'sha256-${hash}';`);
  // A shared report and the note for unconfirmed addresses have no menu.
  for (const path of ["//reports/abc", "//verify-email?verified=1"]) {
    expect((await open(path, session)).text).not.toContain("data-frame");
  }
  expect((await open("//login")).text).not.toContain("data-frame");
});

test("files beside the app's own are not served: maps, packed copies, folders, and what is outside of the build", async () => {
  const client = stack.visitor();
  const paths = ["app-1a2b.js.map", "app-1a2b.js.br", "missing.js", "", "..%2f..%2fetc/passwd", "%2e%2e/index.html"];
  for (const path of paths) expect([path, (await client.get(`//assets/${path}`)).status]).toEqual([path, 404]);
  expect((await client.get("//index.html")).status).toBe(404);
  const own = await client.get("//theme.js");
  expect([own.status, own.headers["cache-control"]]).toEqual([200, "no-cache"]);
});

test("the server-rendered pages use the typeface and the dark mode of the web app", async () => {
  const style = await stack.visitor().get("//page.css");
  const [latin, basic] = ["inter-latin-opsz-normal-Xy_1abcd", "inter-basic-Zz9-0123"].map((name) =>
    style.text.indexOf(`src:url(/assets/${name}.woff2)`),
  );
  // The last rule wins: the larger file is for characters that the basic one lacks.
  expect(latin).toBeGreaterThan(0);
  expect(basic).toBeGreaterThan(latin ?? 0);
  expect(style.text).not.toContain("inter-latin-ext");
  expect(style.text).toContain(":root[data-theme=dark]");
  const terms = await stack.visitor().get("//terms", browser);
  expect(terms.text).toContain("<script>chooseTheme();</script>");
});
