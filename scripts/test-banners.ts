import { runLoudly, tool } from "./run-steps.ts";

/** The long version of the banner tests: every template with every content in every format, and every sample. */
const env = { ...process.env, BANNER_FIT: "all" };
const files = ["rendering/banner-fit.test.ts", "studio/template-samples.test.ts"];
const args = ["run", "--project=server", ...files.map((file) => `server/src/modules/creatives/${file}`)];
process.exit(await runLoudly({ name: "vitest", command: tool("vitest"), args }, env));
