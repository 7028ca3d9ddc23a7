import { defineConfig } from "vitest/config";

const node = { environment: "node", pool: "forks", testTimeout: 20_000, hookTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      {
        test: {
          ...node,
          name: "server",
          include: ["server/**/*.test.ts"],
          globalSetup: ["server/src/testing/global-setup.ts"],
        },
      },
      { test: { ...node, name: "contract", include: ["contract/**/*.test.ts"] } },
      { test: { ...node, name: "web", include: ["web/**/*.test.ts", "web/**/*.test.tsx"] } },
      { test: { ...node, name: "sandbox", include: ["sandbox/**/*.test.ts"] } },
      { test: { ...node, name: "scripts", include: ["scripts/**/*.test.ts"] } },
    ],
  },
});
