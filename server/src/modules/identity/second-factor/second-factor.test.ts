import type { AuditEntry } from "@litfass/contract/kernel/audit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticatorCode } from "../../../testing/authenticator-code.ts";
import { createTestClient, type TestAnswer, type TestClient } from "../../../testing/client.ts";
import { signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { recoveryCodes, secondFactors } from "./second-factor-tables.ts";

let stack: Stack;
let count = 0;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const password = "hunter2hunter2";
const stepMs = 30_000;

/** A browser: stores cookies and sends the anti-forgery token of its session. */
function newBrowser() {
  const jar = new Map<string, string>();
  const send = (method: "get" | "post" | "delete") => async (path: string, body?: unknown) => {
    const token = stack.app.services.antiForgery.token(jar.get("litfass_session") ?? null);
    const cookies = [...new Map(jar).set("XSRF-TOKEN", token)].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie: cookies, "x-xsrf-token": token };
    const client = createTestClient(stack, {});
    const answer = method === "get" ? await client.get(path, headers) : await client[method](path, body, headers);
    for (const cookie of [answer.headers["set-cookie"] ?? []].flat().map(String)) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, decodeURIComponent(value));
    }
    return answer;
  };
  return { jar, get: send("get"), post: send("post"), delete: send("delete") };
}
type Browser = ReturnType<typeof newBrowser>;

const codeAt = (secret: string, shiftMs = 0): string =>
  authenticatorCode(secret, new Date(stack.clock.now().getTime() + shiftMs));
/** The code of the next step, because each is accepted once. */
const nextCode = (secret: string): string => {
  stack.clock.advance(stepMs);
  return codeAt(secret);
};
const wrongCode = (secret: string): string =>
  ["000000", "111111", "222222", "333333"].find(
    (code) => ![-stepMs, 0, stepMs].some((shift) => codeAt(secret, shift) === code),
  ) ?? "";

/** A signed-in user with a password at the built-in provider. */
async function newPerson(): Promise<{ browser: Browser; idToken: string; uid: string }> {
  const { idToken } = await signUpPerson(stack, `factor-${++count}@example.com`, password);
  const browser = newBrowser();
  const { body } = await browser.post("/login", { fb_token: idToken });
  return { browser, idToken, uid: body.uid };
}

async function enrol(browser: Browser): Promise<{ secret: string; codes: string[] }> {
  const begun = await browser.post("/users/me/second-factor");
  const confirmed = await browser.post("/users/me/second-factor/confirm", { code: codeAt(begun.body.secret) });
  expect(confirmed.status).toBe(200);
  return { secret: begun.body.secret, codes: confirmed.body.recovery_codes };
}

async function held(idToken: string): Promise<Browser> {
  const browser = newBrowser();
  const answer = await browser.post("/login", { fb_token: idToken });
  expect([answer.status, answer.body.code]).toEqual([401, "second_factor_needed"]);
  return browser;
}
const finish = (browser: Browser, code: string): Promise<TestAnswer> => browser.post("/login/second-factor", { code });

test("setup returns secret, otpauth URI and ten recovery codes; without a second factor a sign-in needs no code", async () => {
  const { browser } = await newPerson();
  expect((await browser.get("/users/me")).body.second_factor).toBe("off");
  const begun = await browser.post("/users/me/second-factor");
  expect(begun.status).toBe(201);
  expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(begun.body.uri);
  expect([uri.protocol, uri.host, uri.searchParams.get("issuer"), uri.searchParams.get("secret")]).toEqual([
    "otpauth:",
    "totp",
    "Litfass",
    begun.body.secret,
  ]);
  const refused = await browser.post("/users/me/second-factor/confirm", { code: wrongCode(begun.body.secret) });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["code"]]);
  expect((await browser.get("/users/me")).body.second_factor).toBe("off");
  const confirmed = await browser.post("/users/me/second-factor/confirm", { code: codeAt(begun.body.secret) });
  const codes: string[] = confirmed.body.recovery_codes;
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  expect((await browser.get("/users/me")).body.second_factor).toBe("on");
  expect((await browser.get("/users/me/second-factor")).body).toEqual({
    enabled_at: stack.clock.now().toISOString(),
    is_required: false,
    recovery_codes_left: 10,
  });
  expect((await browser.post("/users/me/second-factor")).status).toBe(409);
  const kept = JSON.stringify([
    (await stack.platform.db.select().from(secondFactors)).map(({ sealedSecret }) => sealedSecret),
    await stack.platform.db.select().from(recoveryCodes),
  ]);
  for (const told of [begun.body.secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) {
    expect(kept).not.toContain(told);
  }
});

test("a sign-in requires the code, and only the browser that started it can finish it", async () => {
  const { browser, idToken, uid } = await newPerson();
  const { secret } = await enrol(browser);
  const second = await held(idToken);
  expect(second.jar.has("litfass_session")).toBe(false);
  expect((await second.get("/users/me")).status).toBe(401);
  const stranger = await finish(newBrowser(), nextCode(secret));
  expect([stranger.status, stranger.body.code]).toEqual([401, "second_factor_expired"]);
  const done = await finish(second, codeAt(secret));
  expect([done.status, done.body.uid]).toEqual([200, uid]);
  expect((await second.get("/users/me")).body.uid).toBe(uid);
  expect((await finish(second, nextCode(secret))).status).toBe(401);
});

test("a code is valid once and at most one step early or late", async () => {
  const { browser, idToken } = await newPerson();
  const { secret } = await enrol(browser);
  expect((await finish(await held(idToken), codeAt(secret))).status).toBe(422);
  stack.clock.advance(5 * stepMs);
  const late = await held(idToken);
  expect((await finish(late, codeAt(secret, -2 * stepMs))).status).toBe(422);
  expect((await finish(late, codeAt(secret, 2 * stepMs))).status).toBe(422);
  expect((await finish(late, codeAt(secret, -stepMs))).status).toBe(200);
  const early = codeAt(secret, stepMs);
  expect((await finish(await held(idToken), early)).status).toBe(200);
  expect((await finish(await held(idToken), early)).status).toBe(422);
  expect((await finish(await held(idToken), codeAt(secret))).status).toBe(422);
});

test("of concurrent calls with the same code exactly one succeeds", async () => {
  const { browser, idToken } = await newPerson();
  const { secret } = await enrol(browser);
  const waiting = await Promise.all([held(idToken), held(idToken), held(idToken)]);
  const code = nextCode(secret);
  const answers = await Promise.all(waiting.map((one) => finish(one, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a recovery code is valid once, with or without hyphens; new codes replace the old ones", async () => {
  const { browser, idToken } = await newPerson();
  const { secret, codes } = await enrol(browser);
  const [first = "", second = "", third = ""] = codes;
  expect((await finish(await held(idToken), first)).status).toBe(200);
  expect((await finish(await held(idToken), first)).status).toBe(422);
  expect((await finish(await held(idToken), second.replaceAll("-", "").toUpperCase())).status).toBe(200);
  expect((await browser.get("/users/me/second-factor")).body.recovery_codes_left).toBe(8);
  const renewed = await browser.post("/users/me/second-factor/recovery-codes", { code: nextCode(secret) });
  expect(renewed.body.recovery_codes).toHaveLength(10);
  expect((await finish(await held(idToken), third)).status).toBe(422);
  expect((await finish(await held(idToken), renewed.body.recovery_codes[0])).status).toBe(200);
});

test("five wrong codes lock the second factor for 15 minutes; a pending sign-in expires after 5", async () => {
  const { browser, idToken } = await newPerson();
  const { secret } = await enrol(browser);
  const waiting = await held(idToken);
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await finish(waiting, wrongCode(secret))).status).toBe(422);
  }
  const locked = await finish(waiting, nextCode(secret));
  expect([locked.status, locked.headers["retry-after"]]).toEqual([429, "900"]);
  stack.clock.advance(5 * 60_000);
  expect((await finish(waiting, codeAt(secret))).body.code).toBe("second_factor_expired");
});

test("turning it on ends other sessions; turning it off needs password and code", async () => {
  const { browser, idToken } = await newPerson();
  const other = newBrowser();
  await other.post("/login", { fb_token: idToken });
  const { secret } = await enrol(browser);
  expect((await other.get("/users/me")).status).toBe(401);
  const off = (body: object) => browser.post("/users/me/second-factor/disable", body);
  expect((await off({ code: nextCode(secret) })).body.errors).toHaveProperty("password");
  expect((await off({ code: codeAt(secret), password: "not the password" })).body.errors).toHaveProperty("password");
  expect((await off({ code: wrongCode(secret), password })).body.errors).toHaveProperty("code");
  expect((await off({ code: codeAt(secret), password })).status).toBe(204);
  expect((await newBrowser().post("/login", { fb_token: idToken })).status).toBe(200);
  expect((await off({ code: nextCode(secret), password })).status).toBe(409);
});

test("a super_admin resets another user's lost second factor; sessions end, and it is audited", async () => {
  const { browser, idToken, uid } = await newPerson();
  await enrol(browser);
  const superAdmin: TestClient = await stack.signIn("super_admin");
  const admin = await stack.signIn("admin");
  expect((await admin.delete(`/admin/users/${uid}/second-factor`)).status).toBe(403);
  expect((await superAdmin.delete(`/admin/users/${superAdmin.uid}/second-factor`)).status).toBe(403);
  expect((await superAdmin.delete(`/admin/users/${uid}/second-factor`)).status).toBe(204);
  expect((await superAdmin.delete(`/admin/users/${uid}/second-factor`)).status).toBe(404);
  expect((await browser.get("/users/me")).status).toBe(401);
  expect((await newBrowser().post("/login", { fb_token: idToken })).status).toBe(200);
  const { body } = await superAdmin.get(`/admin/users/${uid}/audit?kind=access`);
  expect(body.data.map((entry: AuditEntry) => [entry.action, entry.actor_kind, entry.actor?.uid])).toEqual([
    ["second_factor_reset", "user", superAdmin.uid],
    ["second_factor_enabled", "user", uid],
    ["account_opened", "visitor", undefined],
  ]);
});

test("a user disabled during the second step gets 403", async () => {
  const { browser, idToken, uid } = await newPerson();
  const { secret } = await enrol(browser);
  const waiting = await held(idToken);
  await (await stack.signIn("admin")).patch(`/admin/users/${uid}`, { user_status: 3 });
  expect((await finish(waiting, nextCode(secret))).status).toBe(403);
});
