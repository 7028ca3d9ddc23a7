import { type LogEntry, type LogLevelName, logLevels } from "@litfass/contract/operations/operations";

/** Levels as numbers, ten apart: trace is 10, fatal 60. */
export const levelRank = (level: LogLevelName): number => (logLevels.indexOf(level) + 1) * 10;

const levelOf = (rank: unknown): LogLevelName | null =>
  typeof rank === "number" ? (logLevels.findLast((level) => levelRank(level) <= rank) ?? null) : null;

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** One line of a log: a structured entry, or plain program output. null: an empty line. */
export function readEntry(line: string, position: number): LogEntry | null {
  if (line === "") return null;
  const plain = { position, at: null, level: null, process: null, message: line.slice(0, 4000), details: "" };
  if (!line.startsWith("{")) return plain;
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return plain;
  }
  const { time, level, process, msg, ...details } = parsed;
  const at = typeof time === "string" || typeof time === "number" ? new Date(time) : null;
  return {
    position,
    at: at && !Number.isNaN(at.getTime()) ? at.toISOString() : null,
    level: levelOf(level),
    process: text(process),
    message: text(msg) ?? "",
    details: Object.keys(details).length > 0 ? JSON.stringify(details, null, 2) : "",
  };
}
