import { runLoudly, tool } from "./run-steps.ts";

/** The walks through every screen, as every role and in every language. Not part of `npm test`. */
process.exit(await runLoudly({ name: "vitest", command: tool("vitest"), args: ["run", "--project=walks"] }));
