import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";

const usualBytes = 20 * 1024 * 1024;
const keptFiles = 5;

export type LogFile = { write(chunk: Buffer): void; lastLines(): string; close(): void };

/** A log that rotates at 20 MB and keeps the last five files: `api.log`, `api.log.1` and so on. */
export function openLogFile(folder: string, name: string, maxBytes = usualBytes): LogFile {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.log`);
  let handle = openSync(file, "a");
  let bytes = fstatSync(handle).size;
  let tail = "";
  const turnOver = (): void => {
    closeSync(handle);
    for (let number = keptFiles - 1; number >= 1; number--) {
      const older = number === 1 ? file : `${file}.${number - 1}`;
      if (existsSync(older)) renameSync(older, `${file}.${number}`);
    }
    handle = openSync(file, "a");
    bytes = 0;
  };
  return {
    write(chunk) {
      if (bytes > maxBytes) turnOver();
      bytes += chunk.length;
      tail = (tail + chunk.toString("utf8")).slice(-2000);
      writeSync(handle, chunk);
    },
    lastLines: () => tail.trim().split("\n").slice(-8).join("\n"),
    close: () => closeSync(handle),
  };
}
