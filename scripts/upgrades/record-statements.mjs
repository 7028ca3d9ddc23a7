// Preloaded into processes (NODE_OPTIONS=--import) to record the statements that they send to PostgreSQL: one file for
// each process in the folder STATEMENTS, for `scripts/export-statements.ts`.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { threadId } from "node:worker_threads";
import pg from "pg";

const folder = process.env.STATEMENTS;
const seen = new Set();

function save() {
  if (folder && seen.size > 0)
    writeFileSync(path.join(folder, `${process.pid}-${threadId}.json`), JSON.stringify([...seen]));
}

if (folder) {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (...given) {
    const text = typeof given[0] === "string" ? given[0] : given[0]?.text;
    if (typeof text === "string" && !seen.has(text)) {
      seen.add(text);
      // A process may be killed.
      if (seen.size % 20 === 0) save();
    }
    return query.apply(this, given);
  };
  process.on("exit", save);
}
