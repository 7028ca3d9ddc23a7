import { sessionCookie } from "@litfass/platform/http/cookies";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";
import { openSession } from "../identity/index.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { GOOGLE_MAPS_KEY: "maps-key" } });
});
afterAll(() => stack.close());

test("site/status tells a visitor what is simulated and contains no secret", async () => {
  const { status, body, text } = await stack.visitor().get("/site/status");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    sandbox: { traffic: true, payments: true },
    identity: { project_id: "litfass", built_in: true },
    google_maps_key: "maps-key",
  });
  expect(body.sign_in_providers).toContain("password");
  const { secrets, providers } = stack.platform.config;
  const hidden = [...Object.values(secrets).flat(), providers.stripe?.secretKey, providers.google?.clientSecret];
  for (const secret of hidden) if (secret) expect(text).not.toContain(secret);
});

describe("legal pages", () => {
  const open = (path: string, accept = "de") =>
    stack.app.inject({ url: path, headers: { "accept-language": accept, accept: "text/html" } });

  test.each([
    ["[PUB-014] terms", "/terms", "General terms and conditions", "Allgemeine Geschäftsbedingungen"],
    ["[PUB-015] privacy", "/privacy", "Your rights", "Ihre Rechte"],
    ["[PUB-016] imprint", "/imprint", "Operator", "Betreiber"],
  ])("%s is open in both languages", async (_name, path, english, german) => {
    for (const [language, text] of [
      ["en", english],
      ["de", german],
    ] as const) {
      for (const answer of [await open(path, language), await open(`${path}?lang=${language}`, "fr")]) {
        expect(answer.statusCode).toBe(200);
        expect(answer.body).toContain(`<html lang="${language}">`);
        expect(answer.body).toContain(text);
      }
    }
  });

  test("[PUB-017] each path names the configured operator; /agb is the same as /terms", async () => {
    const { name } = stack.platform.settings.current().company;
    for (const path of ["/terms", "/agb", "/privacy", "/imprint"]) expect((await open(path)).body).toContain(name);
    expect((await open("/agb")).body).toBe((await open("/terms")).body);
    expect((await open("/de/agb", "en")).body).toContain("Allgemeine Geschäftsbedingungen");
  });

  test("[ROUTE-043] a customer who has not accepted the terms can still read them", async () => {
    const uid = "has-not-accepted";
    await stack.signIn({ uid, role: "customer", filled: false });
    const session = await openSession(stack.platform, uid);
    const answer = await stack.app.inject({ url: "/agb", cookies: { [sessionCookie]: session } });
    expect([answer.statusCode, answer.body.includes("General terms and conditions")]).toEqual([200, true]);
  });
});
