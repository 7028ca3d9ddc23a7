import path from "node:path";
import { watchErrors } from "@litfass/platform/postgres/postgres";
import pg from "pg";
import { exportAccount } from "../account-export/export-account.ts";
import { runningPostgresUrl } from "../backup/open-source.ts";
import { readAppConfig } from "../config.ts";
import { type CliCommand, readArguments } from "./cli-command.ts";

/** Answers a person's request for the data stored on them. */
export const exportAccountCommand: CliCommand = {
  name: "export-account",
  usage: "EMAIL FILE.zip",
  about: "writes everything stored on an account to a zip, for a person's request for their data",
  async run(args, { env, say }) {
    const [email = "", file = ""] = readArguments(args, ["EMAIL", "FILE.zip"], {}).positionals;
    const { databaseUrl, dataDir, secrets } = readAppConfig(env);
    const url = databaseUrl ?? runningPostgresUrl(path.join(dataDir, "postgres"), secrets.database);
    const limits = { application_name: "litfass-export", query_timeout: 120_000 };
    const client = watchErrors(new pg.Client({ connectionString: url, ...limits }));
    await client.connect();
    try {
      const { tables, rows, files } = await exportAccount(client, email, file);
      say(`${file}: ${rows} rows of ${tables} tables, ${files} files`);
      say("not included: ad events, which name campaigns but no person of the account, and uploaded video sources");
    } finally {
      await client.end();
    }
    return 0;
  },
};
