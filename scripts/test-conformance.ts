import { statSync } from "node:fs";
import path from "node:path";
import { runLoudly, tool } from "./run-steps.ts";

/** `npm run test:conformance -- FOLDER`: compares the product with external samples. */
const folder = process.argv[2];
if (!folder || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error("Give the folder of the samples: npm run test:conformance -- FOLDER");
  process.exit(1);
}
const env = { ...process.env, CONFORMANCE_DATA: path.resolve(folder) };
const args = ["run", "--project=conformance", ...process.argv.slice(3)];
process.exit(await runLoudly({ name: "vitest", command: tool("vitest"), args }, env));
