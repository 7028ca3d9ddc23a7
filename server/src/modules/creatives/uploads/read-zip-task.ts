import { readZip, ZipProblem, type ZipProblemCode } from "./read-zip.ts";

/** The files of a zip, or why it is rejected: errors lose their class between threads. */
export type ZipReading =
  | { files: Map<string, Uint8Array>; leftOut: string[] }
  | { problem: ZipProblemCode; file: string | null };

/** Runs in a worker thread: unpacks the zip at `path`. */
export default async function readZipFile(path: string): Promise<ZipReading> {
  try {
    return await readZip(path);
  } catch (error) {
    if (error instanceof ZipProblem) return { problem: error.code, file: error.file };
    throw error;
  }
}
