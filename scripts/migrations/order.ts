import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folders = ["server/migrations/postgres", "server/migrations/clickhouse"];
/** The migrations in the order in which they were added. Two branches that both add one conflict here. */
const orderFile = "order.txt";

/** The violations of new migrations, given the recorded ones: each is named by its time and newer than all before. */
export function orderProblems(files: string[], recorded: string[]): string[] {
  const known = new Set(recorded);
  const gone = recorded
    .filter((name) => !files.includes(name))
    .map((name) => `${name} is gone; migrations are never removed`);
  const newest = Math.max(0, ...recorded.map(timeOf));
  const added = files.filter((name) => !known.has(name));
  const wrong = added.flatMap((name) => {
    if (!/^20\d{10}_[a-z0-9_]+\.sql$/.test(name)) return [`${name}: a new migration is called YYYYMMDDHHMM_name.sql`];
    if (timeOf(name) <= newest) return [`${name} is older than the newest migration: give it the present time`];
    return [];
  });
  const unrecorded =
    added.length > 0 && wrong.length === 0 ? ["order.txt is out of date: npm run check:sources -- --update"] : [];
  // Merged branches may each have recorded one.
  const twice = recorded
    .filter((name, at) => recorded.findIndex((other) => timeOf(other) === timeOf(name)) !== at)
    .map((name) => `${name}: another migration has this number`);
  return [...gone, ...wrong, ...unrecorded, ...twice];
}

/** Old names have four digits, which sort before every time. */
const timeOf = (name: string): number => Number(name.split("_")[0]);

const filesOf = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith(".sql"));
const recordedOf = (folder: string): string[] => {
  const file = path.join(folder, orderFile);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
};

export const migrationProblems = (root: string): string[] =>
  folders.flatMap((folder) => {
    const at = path.join(root, folder);
    return orderProblems(filesOf(at), recordedOf(at)).map((problem) => `${folder}: ${problem}`);
  });

/** Records new migrations that are in order; others stay unrecorded, so that the check keeps reporting them. */
export function recordMigrations(root: string): void {
  for (const folder of folders.map((one) => path.join(root, one))) {
    const recorded = recordedOf(folder);
    const added = filesOf(folder).filter((name) => !recorded.includes(name));
    const fine = added.filter((name) =>
      orderProblems([...recorded, name], recorded).every((one) => one.startsWith(orderFile)),
    );
    const all = [...recorded, ...fine.sort((a, b) => timeOf(a) - timeOf(b))];
    writeFileSync(path.join(folder, orderFile), `${all.join("\n")}\n`);
  }
}
