import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "@litfass/platform/config/config";
import { createEgress } from "@litfass/platform/egress/egress";
import { readExchanges } from "@litfass/platform/exchanges/follow-exchanges";
import { createLog } from "@litfass/platform/log/log";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { runningPostgresUrl } from "../backup/open-source.ts";
import { readAppConfig } from "../config.ts";
import { alertLanguage } from "../doctor/alert-language-sql.ts";
import { callTimeoutMs, type DoctorContext } from "../doctor/check.ts";
import { examineExchange } from "../doctor/exchange/examine-exchange.ts";
import { type CheckResult, lineOf, runChecks, worstOf } from "../doctor/run-checks.ts";
import { type AlertReader, sendAlert } from "../doctor/send-alert.ts";
import { type CliCommand, CliError, readArguments, UsageError } from "./cli-command.ts";
import { mailTest } from "./mail-test.ts";

/** Examines the installation and the services that it needs, or one exchange. Changes nothing. */
export const doctor: CliCommand = {
  name: "doctor",
  usage: "[exchange NAME] [--json] [--mail-to EMAIL] [--alert-to EMAIL]",
  about: "checks stores, clocks, disks, certificates, mail, cards, exchanges, jobs and journals, with remedies",
  async run(args, context) {
    const { env, say } = context;
    const [subject, name, ...flags] = args[0] === "exchange" ? args : [null, null, ...args];
    if (subject !== null && (name === undefined || name?.startsWith("-"))) throw new UsageError("NAME is missing");
    const { values } = readArguments(
      flags.filter((flag) => flag !== null),
      [],
      {
        json: { type: "boolean" },
        "mail-to": { type: "string" },
        "alert-to": { type: "string" },
      },
    );
    const config = readAppConfig(env);
    const { client, databaseError } = await connect(config);
    try {
      const report = values.json ? undefined : (result: CheckResult): void => say(lineOf(result));
      const now = () => new Date();
      const results =
        typeof name === "string"
          ? await examine(name, { config, client, databaseError, now, fetch }, report)
          : await runChecks({ config, client, databaseError, now, fetch }, report);
      if (values.json) say(JSON.stringify(results, null, 2));
      if (values["mail-to"]) await mailTest.run([values["mail-to"]], context);
      if (values["alert-to"]) {
        const to = values["alert-to"];
        await alert(config, { to, lang: await alertLanguage({ client, config }, to) }, results);
      }
      return worstOf(results) === "failed" ? 1 : 0;
    } finally {
      await client?.end().catch(() => {});
    }
  },
};

async function alert(config: Config, reader: AlertReader, results: CheckResult[]): Promise<void> {
  const log = createLog({ level: "silent", process: "doctor" });
  await sendAlert(config, log, reader, results).catch((error: Error) => {
    throw new CliError(`The alert could not be mailed: ${error.message}`);
  });
}

/** Examines the exchange of this name. @throws CliError without the database or the exchange. */
async function examine(
  name: string,
  { config, client, databaseError, now, fetch: send }: DoctorContext,
  report?: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  if (client === null) throw new CliError(`The database does not respond: ${databaseError}`);
  const log = createLog({ level: "error", process: "doctor" });
  const exchange = (await readExchanges(drizzle({ client }), config, log)).find((each) => each.name === name);
  if (exchange === undefined) throw new CliError(`There is no exchange "${name}"`);
  const egress = createEgress({ privateHosts: config.privateHosts });
  return examineExchange({ config, exchange, client, now, fetch: send, egress }, report);
}

async function connect({ databaseUrl, dataDir, secrets }: Config) {
  try {
    const folder = path.join(dataDir, "postgres");
    if (databaseUrl === null && !existsSync(path.join(folder, "postmaster.pid"))) throw new Error("it does not run");
    const client = new pg.Client({
      connectionString: databaseUrl ?? runningPostgresUrl(folder, secrets.database),
      application_name: "litfass-doctor",
      connectionTimeoutMillis: callTimeoutMs,
      query_timeout: callTimeoutMs,
    });
    client.on("error", () => {});
    await client.connect();
    return { client, databaseError: null };
  } catch (error) {
    return { client: null, databaseError: (error as Error).message };
  }
}
