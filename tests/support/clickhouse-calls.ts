import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { Visitor } from "oxc-parser";
import { isTestCode, lineAt, type ProjectFile, parseFile } from "../../scripts/sources/parsed-file.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** What sends statements in a client of ClickHouse. */
const senders = ["query", "command", "exec", "insert", "insertNative", "define"] as const;
/** Other objects have methods of these names, too: a client by its usual names, or by what it is given. */
const client = /\b(clickhouse|client|store|source|target)$/i;
const only = new Set<string>(["insertNative", "define"]);

/** A place in the code that sends statements. */
export type CallSite = { file: string; line: number; text: string };

export const nameOfSite = ({ file, line }: Pick<CallSite, "file" | "line">): string => `${file}:${line}`;

/** Every place in the product that sends statements to ClickHouse. */
export function clickHouseCalls(): CallSite[] {
  const folders = ["platform", "events", "adserver", "server", "scripts"];
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
    cwd: root,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((file) => file.endsWith(".ts") && !isTestCode(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }))
    .filter(({ text }) => /clickhouse/i.test(text))
    .flatMap(({ file, text }) => callsOf(parseFile(file, text)));
}

/** The places of one file. */
export function callsOf({ path: file, text, code }: ProjectFile): CallSite[] {
  const found: CallSite[] = [];
  const visitor = new Visitor({
    MemberExpression({ object, property, start, end }) {
      if (property.type !== "Identifier" || !senders.some((name) => name === property.name)) return;
      const given = text.slice(end).replace(/^\s*<[^(]*>/, "");
      const receiver = text.slice(object.start, object.end);
      // PostgreSQL's clients are given texts.
      const hasOptions = /^\(\s*\{\s*query\b/.test(given) || (client.test(receiver) && !/^\(\s*[`"'\w]/.test(given));
      if (hasOptions || only.has(property.name) || /\bclickhouse$/i.test(receiver))
        found.push({
          file,
          line: lineAt(text, property.start),
          text: text.slice(start, end + 80).replaceAll(/\s+/g, " "),
        });
    },
  });
  if (code) visitor.visit(code.program);
  return found;
}

/** Calls `onCall` with the place in the code of each statement that a client sends. */
export function recordCalls(clickhouse: ClickHouse, onCall: (site: string) => void): ClickHouse {
  const recorded = senders.map((name) => {
    const run = (clickhouse[name] as (...given: unknown[]) => unknown).bind(clickhouse);
    return [
      name,
      (...given: unknown[]) => {
        const caller = new Error("where").stack?.split("\n")[2] ?? "";
        const [, file = "", line] = /(?:file:\/\/)?(\/[^()]*?):(\d+):\d+\)?$/.exec(caller) ?? [];
        onCall(nameOfSite({ file: path.relative(root, file), line: Number(line) }));
        return run(...given);
      },
    ];
  });
  return Object.assign(clickhouse, Object.fromEntries(recorded));
}
