import { runCli } from "../server/src/processes/cli/run-cli.ts";

/** `npm run litfass -- COMMAND`: the operator's command line. */
process.exitCode = await runCli(process.argv.slice(2), { env: process.env, say: (line) => console.log(line) });
