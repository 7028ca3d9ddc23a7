import { writeFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import type pg from "pg";
import { CliError } from "../cli/cli-command.ts";
import { readAccountRows, uidOfEmail } from "./account-rows-sql.ts";

export type AccountExport = { uid: string; tables: number; rows: number; files: number };

/**
 * Writes everything stored on an account to a zip: a JSON file for each table, and each stored picture or document as a
 * file. Passwords, tokens and other secrets are left out.
 * @throws CliError if nobody has the address, or the file exists.
 */
export async function exportAccount(client: pg.Client, email: string, file: string): Promise<AccountExport> {
  const uid = await uidOfEmail(client, email);
  if (uid === null) throw new CliError(`No account has the address ${email}`);
  const tables = await readAccountRows(client, uid);
  const entries: Record<string, Uint8Array> = {};
  let files = 0;
  for (const { table, rows, isComplete } of tables) {
    const readable = rows.map((row, index) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => {
          if (!Buffer.isBuffer(value)) return [column, value];
          const name = `files/${table}-${index + 1}-${column}`;
          entries[name] = value;
          files += 1;
          return [column, name];
        }),
      ),
    );
    entries[`${table}.json`] = strToU8(JSON.stringify({ isComplete, rows: readable }, null, 2));
  }
  try {
    writeFileSync(file, zipSync(entries), { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw new CliError(`${file} could not be written: ${(error as Error).message}`);
  }
  return { uid, tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows.length, 0), files };
}
