import { type Running, runProcess } from "@litfass/platform/process/lifetime";
import { startSupervisor, supervisorStopMs } from "../server/src/processes/supervisor.ts";
import { printWelcome } from "../server/src/processes/welcome.ts";

const known = ["--production"];
const unknown = process.argv.slice(2).find((argument) => !known.includes(argument));
if (unknown) {
  console.error(`Litfass does not know ${unknown}; it knows ${known.join(", ")}`);
  process.exit(1);
}

const start = async (): Promise<Running> => {
  const env = { ...process.env };
  if (process.argv.includes("--production")) env.PRODUCTION = "on";
  const running = await startSupervisor({ env, say: (line) => console.log(line), development: false });
  printWelcome(running.config, (line) => console.log(line));
  return running;
};

await runProcess("Litfass", start, supervisorStopMs);
