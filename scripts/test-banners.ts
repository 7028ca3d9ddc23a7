import { runLoudly, tool } from "./run-steps.ts";

/** The long version of the banner measurements: every template with every content in every format. */
const env = { ...process.env, BANNER_FIT: "all" };
const file = "server/src/modules/creatives/rendering/banner-fit.test.ts";
process.exit(
  await runLoudly({ name: "vitest", command: tool("vitest"), args: ["run", "--project=server", file] }, env),
);
