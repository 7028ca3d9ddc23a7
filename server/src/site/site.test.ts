import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { GOOGLE_MAPS_KEY: "maps-key" } });
});
afterAll(() => stack.close());

test("site/status tells a visitor what is real here, and holds no secret", async () => {
  const { status, body, text } = await stack.visitor().get("/site/status");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    sandbox: { traffic: true, payments: true },
    identity: { project_id: "litfass", built_in: true },
    google_maps_key: "maps-key",
  });
  expect(body.sign_in_providers).toContain("password");
  const { secrets, providers } = stack.platform.config;
  const hidden = [...Object.values(secrets), providers.stripe?.secretKey, providers.google?.clientSecret];
  for (const secret of hidden) if (secret) expect(text).not.toContain(secret);
});
