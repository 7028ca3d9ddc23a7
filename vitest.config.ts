import { defineConfig } from "vitest/config";

const node = { environment: "node", pool: "forks", testTimeout: 20_000, hookTimeout: 60_000 } as const;
const postgres = { globalSetup: ["server/src/testing/global-setup.ts"] };
/** Tests that start whole processes: one file after the other, with time for the starts. */
const whole = { ...node, fileParallelism: false, testTimeout: 300_000, hookTimeout: 300_000 } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      { test: { ...node, name: "contract", include: ["contract/**/*.test.ts"] } },
      { test: { ...node, ...postgres, name: "server", include: ["server/**/*.test.ts"] } },
      { test: { ...node, name: "web", include: ["web/**/*.test.{ts,tsx}"] } },
      { test: { ...node, name: "sandbox", include: ["sandbox/**/*.test.ts"] } },
      { test: { ...node, name: "scripts", include: ["scripts/**/*.test.ts"] } },
      { test: { ...node, ...postgres, name: "matrix", include: ["tests/matrix/**/*.test.ts"] } },
      { test: { ...whole, name: "faults", include: ["tests/faults/**/*.test.ts"] } },
      {
        test: {
          ...whole,
          globalSetup: ["tests/support/house.ts"],
          name: "journeys",
          include: ["tests/journeys/**/*.test.ts"],
        },
      },
    ],
  },
});
