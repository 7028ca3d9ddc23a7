import { writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { exportDatabase } from "../tests/upgrades/earlier-database.ts";
import { root } from "./run-steps.ts";

/** `export-upgrade-fixture POSTGRES_URL VERSION`: saves a running installation's demo for the upgrade test. */
const [url, version] = process.argv.slice(2);
if (!url || !version || !/^[a-z0-9.-]+$/.test(version)) {
  console.error("Give the database and a name for its version: export-upgrade-fixture POSTGRES_URL VERSION");
  process.exit(1);
}
const client = new pg.Client({ connectionString: url });
await client.connect();
const database = await exportDatabase(client, version);
await client.end();
const packed = gzipSync(JSON.stringify(database), { level: 9 });
writeFileSync(path.join(root, "tests/fixtures/upgrades", `${version}.json.gz`), packed);
console.log(`${database.tables.length} tables, ${packed.length} bytes`);
