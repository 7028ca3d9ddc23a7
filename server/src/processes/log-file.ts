import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";

const usualBytes = 20 * 1024 * 1024;
const keptFiles = 5;

export type LogFile = { write(chunk: Buffer): void; lastLines(): string; close(): void };

export type LogFileOptions = {
  maxBytes?: number;
  /** Writes to an open file; replaced in tests of a full disk. */
  write?: (handle: number, chunk: Buffer) => void;
};

/**
 * A log that rotates at 20 MB and keeps the last five files: `api.log`, `api.log.1` and so on. Nothing throws once it
 * is open: while the disk is full lines are lost, and their number is written once there is space.
 */
export function openLogFile(folder: string, name: string, options: LogFileOptions = {}): LogFile {
  const { maxBytes = usualBytes, write = writeSync } = options;
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.log`);
  let handle: number | null = openSync(file, "a");
  let bytes = fstatSync(handle).size;
  let tail = "";
  let lostChunks = 0;
  const turnOver = (): void => {
    close();
    for (let number = keptFiles - 1; number >= 1; number--) {
      const older = number === 1 ? file : `${file}.${number - 1}`;
      if (existsSync(older)) renameSync(older, `${file}.${number}`);
    }
  };
  const open = (): number => {
    handle ??= openSync(file, "a");
    bytes = fstatSync(handle).size;
    return handle;
  };
  const close = (): void => {
    if (handle !== null) closeSync(handle);
    handle = null;
  };
  return {
    write(chunk) {
      tail = (tail + chunk.toString("utf8")).slice(-2000);
      try {
        if (bytes > maxBytes) turnOver();
        const target = handle ?? open();
        if (lostChunks > 0) write(target, Buffer.from(lostLine(name, lostChunks)));
        lostChunks = 0;
        write(target, chunk);
        bytes += chunk.length;
      } catch {
        lostChunks += 1;
      }
    },
    lastLines: () => tail.trim().split("\n").slice(-8).join("\n"),
    close,
  };
}

const lostLine = (process: string, chunks: number): string =>
  `\n${JSON.stringify({ level: 50, time: new Date().toISOString(), process, chunks, msg: "output was lost: the log could not be written" })}\n`;
