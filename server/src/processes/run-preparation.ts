import { spawn } from "node:child_process";
import path from "node:path";
import { StartError } from "@litfass/platform/process/lifetime";

type PreparedDatabase = { production: boolean; isSeeded: boolean };

/**
 * Migrates the database in a process of its own. @returns whether real customers use it, and whether it has demo data.
 * @throws StartError with one line where the database refuses this start, or with what the process said.
 */
export async function prepareDatabase(databaseUrl: string, production: boolean): Promise<PreparedDatabase> {
  const file = path.join(import.meta.dirname, "prepare-database.ts");
  const args = ["--disable-warning=ExperimentalWarning", file, ...(production ? ["production"] : [])];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    said.out += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said.error = (said.error + chunk).slice(-4000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 2) throw new StartError(said.error.trim());
  if (code !== 0) throw new Error(`The database could not be prepared: ${said.error.trim() || said.out.trim()}`);
  return JSON.parse(said.out.trim().split("\n").at(-1) ?? "") as PreparedDatabase;
}
