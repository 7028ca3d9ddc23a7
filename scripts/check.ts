import { runChecks } from "./checks.ts";

const { passed, failed } = await runChecks();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
