import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { accounts } from "../tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const password = "hunter2hunter2";
const tokens = { idToken: "string", refreshToken: "string", expiresIn: "string", localId: "string" };
const shape = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? "list" : typeof value]));
const call = (name: string, body: unknown) => callIdentity(stack, name, body);
const codeFor = (email: string) => /(?:oobCode|token)=([\w-]+)/.exec(linkInMail(stack, email).href)?.[1] ?? "";

async function token(body: Record<string, string>, asForm = true) {
  const response = await stack.app.inject({
    method: "POST",
    url: "/securetoken.googleapis.com/v1/token?key=fake-api-key",
    headers: { "content-type": asForm ? "application/x-www-form-urlencoded" : "application/json" },
    payload: asForm ? new URLSearchParams(body).toString() : JSON.stringify(body),
  });
  return { status: response.statusCode, body: response.json() };
}

/** Successful calls and the fields of their responses. */
const answered: [string, (email: string) => Promise<{ status: number; body: unknown }>, Record<string, string>][] = [
  [
    "[IDP-002] signUp",
    (email) => call("signUp", { email, password, returnSecureToken: true }),
    { kind: "string", email: "string", ...tokens },
  ],
  ["signUp without an address", () => call("signUp", { returnSecureToken: true }), { kind: "string", ...tokens }],
  [
    "[IDP-001] signInWithPassword",
    async (email) => {
      await signUpPerson(stack, email, password);
      return call("signInWithPassword", { email: email.toUpperCase(), password, returnSecureToken: true });
    },
    { kind: "string", email: "string", registered: "boolean", ...tokens },
  ],
  [
    "[IDP-007] lookup",
    async (email) => call("lookup", { idToken: (await signUpPerson(stack, email)).idToken }),
    { kind: "string", users: "list" },
  ],
  [
    "[IDP-011] a refresh token sent as a form",
    async (email) =>
      token({ grant_type: "refresh_token", refresh_token: (await signUpPerson(stack, email)).refreshToken }),
    {
      access_token: "string",
      expires_in: "string",
      token_type: "string",
      refresh_token: "string",
      id_token: "string",
      user_id: "string",
      project_id: "string",
    },
  ],
  [
    "a code for a new password",
    async (email) => {
      await signUpPerson(stack, email);
      return call("sendOobCode", { requestType: "PASSWORD_RESET", email });
    },
    { kind: "string", email: "string" },
  ],
  [
    "createAuthUri",
    (email) => call("createAuthUri", { identifier: email, continueUri: "http://localhost/" }),
    { kind: "string", registered: "boolean", sessionId: "string", allProviders: "list", signinMethods: "list" },
  ],
  [
    "[IDP-008] delete",
    async (email) => call("delete", { idToken: (await signUpPerson(stack, email)).idToken }),
    { kind: "string" },
  ],
];

test.each(answered)("%s returns the fields of the protocol", async (name, send, fields) => {
  const { status, body } = await send(`${name.replaceAll(/\W/g, "").toLowerCase()}@wire.example`);
  expect(status).toBe(200);
  expect(shape(body as Record<string, unknown>)).toEqual(fields);
});

const someone = { email: "known@wire.example", password };
/** Failing calls, and the code that the client library maps to its own errors. */
const refused: [string, unknown, string][] = [
  ["signUp", someone, "EMAIL_EXISTS"],
  ["signUp", { ...someone, email: " Known@WIRE.example " }, "EMAIL_EXISTS"],
  [
    "signUp",
    { email: "weak@wire.example", password: "short" },
    "WEAK_PASSWORD : Password should be at least 8 characters",
  ],
  ["signUp", { email: "none@wire.example" }, "MISSING_PASSWORD"],
  ["signUp", { password }, "MISSING_EMAIL"],
  ["signUp", { email: "no address", password }, "INVALID_EMAIL"],
  ["signInWithPassword", { ...someone, password: "another one" }, "INVALID_PASSWORD"],
  ["signInWithPassword", { email: "unknown@wire.example", password }, "EMAIL_NOT_FOUND"],
  ["signInWithPassword", { password }, "MISSING_EMAIL"],
  ["signInWithPassword", { email: someone.email }, "MISSING_PASSWORD"],
  ["signInWithPassword", { email: "no address", password }, "INVALID_EMAIL"],
  ["lookup", {}, "MISSING_ID_TOKEN"],
  ["lookup", { idToken: "nonsense" }, "INVALID_ID_TOKEN"],
  ["update", { idToken: "nonsense", displayName: "x" }, "INVALID_ID_TOKEN"],
  ["update", { displayName: "x" }, "INVALID_REQ_TYPE : Unsupported request parameters."],
  ["update", { oobCode: "nonsense" }, "INVALID_OOB_CODE"],
  ["sendOobCode", { requestType: "PASSWORD_RESET", email: "unknown@wire.example" }, "EMAIL_NOT_FOUND"],
  ["resetPassword", { oobCode: "nonsense", newPassword: password }, "INVALID_OOB_CODE"],
  ["signInWithCustomToken", { token: "nonsense" }, "INVALID_CUSTOM_TOKEN : Invalid assertion format"],
  ["signInWithCustomToken", {}, "MISSING_CUSTOM_TOKEN"],
  ["signInWithEmailLink", { email: someone.email, oobCode: "nonsense" }, "INVALID_OOB_CODE"],
  ["signInWithEmailLink", { oobCode: "nonsense" }, "MISSING_EMAIL"],
  ["signInWithEmailLink", { email: someone.email }, "MISSING_OOB_CODE"],
  ["delete", {}, "MISSING_ID_TOKEN"],
  ["delete", { idToken: "nonsense" }, "INVALID_ID_TOKEN"],
];

test("failing calls return 400 with the code of the protocol", async () => {
  await signUpPerson(stack, someone.email, password);
  const got: unknown[] = [];
  for (const [name, body] of refused) {
    const { status, body: answer } = await call(name, body);
    got.push([name, body, status, answer.error?.message]);
    expect(answer.error).toMatchObject({ code: 400, errors: [{ domain: "global", message: answer.error.message }] });
  }
  expect(got).toEqual(refused.map(([name, body, code]) => [name, body, 400, code]));
});

test("a display name is one line without control characters", async () => {
  const signUp = (email: string, displayName: string) => call("signUp", { email, password, displayName });
  for (const name of ["Ctl\u0001Name", "Two\nlines", "Two\u2028lines", "\ud800"]) {
    const { status, body } = await signUp("line-1@example.com", name);
    expect([name, status, body.error.message]).toEqual([name, 400, "Invalid value at 'displayName'"]);
  }
  expect((await signUp("line-2@example.com", " Zoe\u0308 Muster ")).body.displayName).toBe("Zo\u00eb Muster");
});

test("rejects an incomplete exchange of a refresh token", async () => {
  const { refreshToken } = await signUpPerson(stack, "refresh@wire.example");
  const codeOf = async (body: Record<string, string>) => (await token(body)).body.error?.message;
  expect(await codeOf({ grant_type: "refresh_token", refresh_token: "nonsense" })).toBe("INVALID_REFRESH_TOKEN");
  expect(await codeOf({ grant_type: "refresh_token" })).toBe("MISSING_REFRESH_TOKEN");
  expect(await codeOf({ refresh_token: refreshToken })).toBe("MISSING_GRANT_TYPE");
  expect(await codeOf({ grant_type: "password", refresh_token: refreshToken })).toBe("INVALID_GRANT_TYPE");
  const snakeCase = await token({ grant_type: "refresh_token", refresh_token: refreshToken }, false);
  const camelCase = await token({ grantType: "refresh_token", refreshToken }, false);
  expect([snakeCase.status, camelCase.status]).toEqual([200, 200]);
});

test("[IDP-006] mailed codes work once", async () => {
  const email = "codes@wire.example";
  const { idToken } = await signUpPerson(stack, email);
  expect((await call("sendOobCode", { requestType: "VERIFY_EMAIL", idToken })).status).toBe(200);
  const verify = codeFor(email);
  expect((await call("update", { oobCode: verify })).body).toMatchObject({ email, emailVerified: true });
  expect((await call("update", { oobCode: verify })).body.error.message).toBe("INVALID_OOB_CODE");

  await call("sendOobCode", { requestType: "PASSWORD_RESET", email });
  const reset = codeFor(email);
  expect((await call("resetPassword", { oobCode: reset })).body).toMatchObject({
    email,
    requestType: "PASSWORD_RESET",
  });
  const weak = await call("resetPassword", { oobCode: reset, newPassword: "short" });
  expect(weak.body.error.message).toContain("WEAK_PASSWORD");
  expect((await call("resetPassword", { oobCode: reset, newPassword: "another-password" })).status).toBe(200);
  expect((await call("resetPassword", { oobCode: reset, newPassword: "a-third-password" })).body.error.message).toBe(
    "INVALID_OOB_CODE",
  );
  expect((await call("signInWithPassword", { email, password })).body.error.message).toBe("INVALID_PASSWORD");
  expect((await call("signInWithPassword", { email, password: "another-password" })).status).toBe(200);
});

test("[IDP-005] a mailed link signs in its address once", async () => {
  const email = "link@wire.example";
  expect(
    (await call("sendOobCode", { requestType: "EMAIL_SIGNIN", email, continueUrl: "http://localhost/" })).status,
  ).toBe(200);
  const oobCode = codeFor(email);
  const other = await call("signInWithEmailLink", { email: "other@wire.example", oobCode });
  expect(other.body.error.message).toContain("INVALID_EMAIL");
  expect((await call("signInWithEmailLink", { email, oobCode })).body).toMatchObject({ email, isNewUser: true });
  expect((await call("signInWithEmailLink", { email, oobCode })).body.error.message).toBe("INVALID_OOB_CODE");
});

test("a disabled account returns USER_DISABLED everywhere, a deleted one is not found", async () => {
  const email = "disabled@wire.example";
  const { idToken, refreshToken, localId } = await signUpPerson(stack, email, password);
  await stack.platform.db.update(accounts).set({ disabled: true }).where(eq(accounts.localId, localId));
  const codes = [
    await call("signInWithPassword", { email, password }),
    await call("lookup", { idToken }),
    await call("update", { idToken, displayName: "x" }),
    await token({ grant_type: "refresh_token", refresh_token: refreshToken }),
  ].map(({ status, body }) => [status, body.error.message]);
  expect(codes).toEqual(Array(4).fill([400, "USER_DISABLED"]));

  const gone = await signUpPerson(stack, "deleted@wire.example");
  expect((await call("delete", { idToken: gone.idToken })).status).toBe(200);
  expect((await call("delete", { idToken: gone.idToken })).body.error.message).toBe("USER_NOT_FOUND");
  expect((await call("lookup", { idToken: gone.idToken })).body.error.message).toBe("USER_NOT_FOUND");
});

test("[IDP-012] calls without a key, with invalid JSON, or to unknown paths return the protocol's errors", async () => {
  const base = "/identitytoolkit.googleapis.com/v1";
  const send = async (url: string, payload: string, type = "application/json") => {
    const answer = await stack.app.inject({ method: "POST", url, payload, headers: { "content-type": type } });
    return [answer.statusCode, answer.json().error.message];
  };
  expect(await send(`${base}/accounts:signUp`, "{}")).toEqual([403, "The request is missing a valid API key."]);
  expect(await send(`${base}/accounts:nope?key=k`, "{}")).toEqual([404, "Not Found"]);
  const broken = await send(`${base}/accounts:signUp?key=k`, "{");
  expect(broken).toEqual([400, expect.stringContaining("Invalid JSON payload received.")]);
  const plain = await send(`${base}/accounts:signUp?key=k`, "x", "text/plain");
  expect(plain).toEqual([400, "Invalid content-type: text/plain"]);
});

test("[IDP-010] returns the authorized domains only with a key", async () => {
  const url = "/identitytoolkit.googleapis.com/v1/projects";
  const told = await stack.app.inject({ url: `${url}?key=k` });
  expect(told.json()).toMatchObject({
    projectId: expect.any(String),
    authorizedDomains: expect.arrayContaining(["localhost"]),
  });
  expect((await stack.app.inject({ url })).statusCode).toBe(403);
});
