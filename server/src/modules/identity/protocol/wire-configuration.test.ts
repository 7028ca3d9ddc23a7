import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test("[IDP-009] [IDP-010] [IDP-012] the configuration calls need an API key", async () => {
  const get = async (path: string) => {
    const response = await stack.app.inject({ method: "GET", url: `/identitytoolkit.googleapis.com${path}` });
    return { status: response.statusCode, body: response.json() };
  };
  const captcha = await get("/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE&key=k");
  expect(captcha.status).toBe(200);
  expect(captcha.body.recaptchaEnforcementState[0]).toEqual({
    provider: "EMAIL_PASSWORD_PROVIDER",
    enforcementState: "OFF",
  });
  expect((await get("/v1/projects?key=k")).body.authorizedDomains).toContain("localhost");
  for (const path of ["/v2/recaptchaConfig", "/v1/projects", "/v2/passwordPolicy"])
    expect((await get(path)).status).toBe(403);
  const keys = await stack.app.inject({ method: "GET", url: "/securetoken.googleapis.com/.well-known/jwks.json" });
  expect(keys.json().keys[0]).toMatchObject({ kty: "RSA", alg: "RS256", use: "sig" });
  expect(keys.body).not.toContain('"d"');
});
