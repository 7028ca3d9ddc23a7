import { defineConfig } from "vitest/config";

const quickImports = new URL("platform/src/process/quick-imports.mjs", import.meta.url).href;
/**
 * On a busy machine a test may only be late. What else fails is never tried again: that would hide a race or a failing
 * seed. Tests that passed on their second try are named at the end of a run.
 */
const retry = { count: 1, condition: /time(d )?-?out|within \d+ ms|in time/i } as const;
const node = {
  environment: "node",
  retry,
  pool: "forks",
  execArgv: [`--import=${quickImports}`],
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const;
const postgres = { globalSetup: ["server/src/testing/global-setup.ts"] };
/**
 * `isolate: false` loads what files share once per worker: no test changes a module for the next one. Node loads the
 * modules itself, as in production; a third faster than through Vite.
 */
const shared = { ...node, isolate: false, experimental: { viteModuleRunner: false } } as const;
/** Tests with whole processes get time for their starts, and for a busy machine. */
const whole = { ...node, testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } } as const;

/** They replace modules and `fetch` before the identity client loads: each has a process of its own. */
const identityClients = ["web/src/features/identity/identity-*.test.ts"];

/** They drive the app in a browser, on one demo server per run that all of them change: any failure is tried again. */
const browsers = { ...whole, isolate: false, retry: 1, globalSetup: ["tests/support/demo-server.ts"] } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      { test: { ...shared, name: "contract", include: ["contract/**/*.test.ts", "banner/**/*.test.ts"] } },
      { test: { ...shared, ...postgres, name: "platform", include: ["platform/**/*.test.ts", "events/**/*.test.ts"] } },
      { test: { ...shared, ...postgres, name: "adserver", include: ["adserver/**/*.test.ts", "prebid/**/*.test.ts"] } },
      { test: { ...shared, ...postgres, name: "server", include: ["server/**/*.test.ts"] } },
      {
        test: {
          ...node,
          isolate: false,
          name: "web",
          include: ["web/**/*.test.{ts,tsx}", "tests/walks/roles/*.test.ts"],
          exclude: ["**/node_modules/**", ...identityClients],
        },
      },
      { test: { ...node, name: "identity-client", include: identityClients } },
      { test: { ...shared, name: "sandbox", include: ["sandbox/**/*.test.ts"] } },
      { test: { ...shared, name: "scripts", include: ["scripts/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          ...postgres,
          name: "matrix",
          include: ["tests/{matrix,upgrades}/**/*.test.ts"],
        },
      },
      { test: { ...shared, ...postgres, name: "conformance", include: ["tests/conformance/**/*.test.ts"] } },
      { test: { ...whole, name: "faults", include: ["tests/faults/**/*.test.ts"] } },
      { test: { ...browsers, name: "journeys", include: ["tests/journeys/**/*.test.ts"] } },
      // Every screen as every role, in every language: `npm run test:screens`, not part of `npm test`.
      { test: { ...browsers, name: "walks", include: ["tests/walks/*.test.ts"] } },
    ],
  },
});
