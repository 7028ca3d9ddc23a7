import type { Egress } from "@litfass/platform/egress/egress";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";

const baseUrl = "https://sign-in.example";
const env = { FIREBASE_PROJECT_ID: "litfass", FIREBASE_API_KEY: "any-key", FIREBASE_BASE_URL: baseUrl };
const email = "anna@example.com";

/** The responses of an installation as identity provider: an ID token and its keys. */
async function provided(publicUrl: string): Promise<{ idToken: string; keys: string }> {
  const provider = await startStack({ env: { PUBLIC_URL: publicUrl } });
  try {
    const url = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k";
    const payload = { email, password: "first-secret", returnSecureToken: true };
    const signUp = await provider.app.inject({ method: "POST", url, payload });
    const keys = await provider.app.inject({ url: "/securetoken.googleapis.com/.well-known/jwks.json" });
    return { idToken: signUp.json().idToken, keys: keys.body };
  } finally {
    await provider.close();
  }
}

let stack: Stack;
let own: Awaited<ReturnType<typeof provided>>;
let foreign: Awaited<ReturnType<typeof provided>>;
const asked: string[] = [];

const network: Egress = async (input) => {
  const { origin, pathname } = new URL(input);
  asked.push(origin + pathname);
  if (origin !== baseUrl) throw new Error(`${origin} is not reachable`);
  const text = pathname.endsWith("jwks.json") ? own.keys : "{}";
  return {
    status: 200,
    headers: new Headers(),
    body: Buffer.from(text),
    text: () => text,
    json: () => JSON.parse(text),
  };
};

beforeAll(async () => {
  own = await provided(baseUrl);
  foreign = await provided("https://another.example");
  stack = await startStack({ env });
  stack.platform.egress = network;
});
afterAll(() => stack?.close());

test("[IDP-014] users sign in only with the identity service at the base URL", async () => {
  const login = await stack.visitor().post("/login", { fb_token: own.idToken });
  expect([login.status, login.body.email, login.body.user_role]).toEqual([200, email, "customer"]);
  expect(asked).toEqual([`${baseUrl}/securetoken.googleapis.com/.well-known/jwks.json`]);
  expect((await stack.visitor().post("/login", { fb_token: foreign.idToken })).status).toBe(401);
});

test("[IDP-014] the web app gets the base URL and may call it", async () => {
  const site = await stack.visitor().get("/site/status");
  expect(site.body.identity).toEqual({ api_key: "any-key", project_id: "litfass", built_in: false, base_url: baseUrl });
  const sources = /connect-src ([^;]*)/.exec(String(site.headers["content-security-policy"]))?.[1]?.split(" ");
  expect(sources).toEqual(["'self'", baseUrl]);
});

test("[IDP-014] forwards forgotten passwords to the identity service at the base URL", async () => {
  asked.length = 0;
  expect((await stack.visitor().post("/auth/forgot-password", { email })).status).toBe(200);
  expect(asked).toEqual([`${baseUrl}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode`]);
});

test("the base URL is reduced to its origin, because the client library uses nothing else", async () => {
  const below = { ...env, FIREBASE_BASE_URL: `${baseUrl}/below` };
  await expect(startStack({ env: below })).rejects.toThrow(/FIREBASE_BASE_URL/);
});
