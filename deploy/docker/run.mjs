// The image's entry point: the first argument is a process, or a command of the CLI such as check-config.
import { mkdirSync } from "node:fs";
import "../../platform/src/process/quick-imports.mjs";

const processes = {
  api: "../../server/src/processes/api.ts",
  ads: "../../adserver/src/main.ts",
  migrate: "../../server/src/processes/migrate.ts",
  all: "../../scripts/start.ts",
};

const [program, file, name = "all", ...rest] = process.argv;
// Received uploads are stored here until they are checked; a new volume is empty.
if (process.env.TMPDIR) mkdirSync(process.env.TMPDIR, { recursive: true });
const isProcess = Object.hasOwn(processes, name);
process.argv = [program, file, ...(isProcess ? rest : [name, ...rest])];
await import(isProcess ? processes[name] : "../../scripts/litfass.ts");
