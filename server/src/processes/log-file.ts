import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from "node:fs";
import path from "node:path";

const maxBytes = 20 * 1024 * 1024;
const keptFiles = 5;

export type LogFile = { write(chunk: Buffer): void; lastLines(): string; close(): Promise<void> };

/** A log that begins a new file at 20 MB and keeps the last five: `api.log`, `api.log.1` and so on. */
export function openLogFile(folder: string, name: string): LogFile {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.log`);
  let bytes = existsSync(file) ? statSync(file).size : 0;
  let stream: WriteStream = createWriteStream(file, { flags: "a" });
  let tail = "";
  const turnOver = (): void => {
    stream.end();
    for (let number = keptFiles - 1; number >= 1; number--) {
      const older = number === 1 ? file : `${file}.${number - 1}`;
      if (existsSync(older)) renameSync(older, `${file}.${number}`);
    }
    stream = createWriteStream(file, { flags: "a" });
    bytes = 0;
  };
  return {
    write(chunk) {
      if (bytes > maxBytes) turnOver();
      bytes += chunk.length;
      tail = (tail + chunk.toString("utf8")).slice(-2000);
      stream.write(chunk);
    },
    lastLines: () => tail.trim().split("\n").slice(-8).join("\n"),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}
