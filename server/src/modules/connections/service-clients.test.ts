import type { Platform } from "@litfass/platform/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";
import { createServiceClients } from "./service-clients.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const available = (providers: Partial<Platform["config"]["providers"]>) => {
  const { config } = stack.platform;
  const clients = createServiceClients({
    ...stack.platform,
    config: { ...config, providers: { ...config.providers, ...providers } },
  });
  return (["google_ads", "google_analytics", "facebook"] as const).filter((service) => clients.isAvailable(service));
};

test("Google's services need Google's app registration, Facebook's only its own", () => {
  const { googleAds, googleAnalytics, meta, google } = stack.platform.config.providers;
  expect([googleAds, googleAnalytics, meta, google]).not.toContain(null);
  expect(available({})).toEqual(["google_ads", "google_analytics", "facebook"]);
  expect(available({ google: null })).toEqual(["facebook"]);
  expect(available({ googleAds: null })).toEqual(["google_analytics", "facebook"]);
  expect(available({ meta: null })).toEqual(["google_ads", "google_analytics"]);
});
