import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { cannotPrepare } from "../tests/upgrades/recorded-statements.ts";
import { root } from "./run-steps.ts";

/**
 * `export-statements FOLDER POSTGRES_URL VERSION`: saves the statements that processes recorded (see
 * `upgrades/record-statements.mjs`) for the upgrade test, without those of migrations and of temporary tables.
 */
const [folder, url, version] = process.argv.slice(2);
if (!folder || !url || !version || !/^[a-z0-9.-]+$/.test(version)) {
  console.error("Give the recordings, a migrated database and a name: export-statements FOLDER POSTGRES_URL VERSION");
  process.exit(1);
}
const recorded = new Set(
  readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(path.join(folder, file), "utf8")) as string[]),
);
const reading = /^\s*(?:select|insert|update|delete|with)\b/i;
const statements = [...recorded].filter((text) => reading.test(text)).sort();
const client = new pg.Client({ connectionString: url });
await client.connect();
const refused = new Set((await cannotPrepare(client, statements)).map(({ text }) => text));
await client.end();
const preparable = statements.filter((text) => !refused.has(text));
const packed = gzipSync(JSON.stringify(preparable), { level: 9 });
writeFileSync(path.join(root, "tests/fixtures/upgrades/statements", `${version}.json.gz`), packed);
console.log(`${preparable.length} of ${recorded.size} statements, ${packed.length} bytes`);
