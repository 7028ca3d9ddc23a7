import { runLoudly, tool } from "./run-steps.ts";

/**
 * The long version of the walks through the app: every screen as every role, in every language. Not part of `npm
 * test`.
 */
const env = { ...process.env, WALK_EVERY_ROLE: "on" };
const files = ["tests/journeys/every-screen.test.ts", "tests/journeys/translated-screens.test.ts"];
process.exit(
  await runLoudly({ name: "vitest", command: tool("vitest"), args: ["run", "--project=journeys", ...files] }, env),
);
