import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "@litfass/platform/config/config";
import pg from "pg";
import { runningPostgresUrl } from "../backup/open-source.ts";
import { readAppConfig } from "../config.ts";
import { callTimeoutMs } from "../doctor/check.ts";
import { type CheckResult, runChecks, worstOf } from "../doctor/run-checks.ts";
import { type CliCommand, readArguments } from "./cli-command.ts";
import { mailTest } from "./mail-test.ts";

/** Examines the installation and the services that it needs. Changes nothing. */
export const doctor: CliCommand = {
  name: "doctor",
  usage: "[--json] [--mail-to EMAIL]",
  about: "checks stores, clocks, disks, certificates, mail, cards, exchanges, jobs and journals, with remedies",
  async run(args, context) {
    const { env, say } = context;
    const { values } = readArguments(args, [], { json: { type: "boolean" }, "mail-to": { type: "string" } });
    const config = readAppConfig(env);
    const { client, databaseError } = await connect(config);
    try {
      const print = ({ check, status, found, remedy }: CheckResult): void =>
        say(`${status.padEnd(14)} ${check}: ${found}${remedy ? ` -> ${remedy}` : ""}`);
      const examined = { config, client, databaseError, now: () => new Date(), fetch };
      const results = await runChecks(examined, values.json ? undefined : print);
      if (values.json) say(JSON.stringify(results, null, 2));
      if (values["mail-to"]) await mailTest.run([values["mail-to"]], context);
      return worstOf(results) === "failed" ? 1 : 0;
    } finally {
      await client?.end().catch(() => {});
    }
  },
};

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
