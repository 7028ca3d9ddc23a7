import { open } from "node:fs/promises";
import { videoLimits } from "@litfass/contract/creatives/video-conversions";
import type { FileStore } from "@litfass/platform/files/files";

/** A source is stored in chunks, so that no process needs 500 MB of memory. */
const chunkKey = (uuid: string, number: number): string => `videos/${uuid}/${String(number).padStart(4, "0")}`;

/** The number and size of the chunks of a source. */
export const chunkCount = (sizeBytes: number): number => Math.ceil(sizeBytes / videoLimits.chunkBytes);
export const chunkSize = (sizeBytes: number, number: number): number =>
  Math.min(videoLimits.chunkBytes, sizeBytes - number * videoLimits.chunkBytes);

export async function putChunk(files: FileStore, uuid: string, number: number, body: Buffer): Promise<void> {
  await files.put(chunkKey(uuid, number), body, "application/octet-stream");
}

/** Splits a file into chunks. @returns their number. */
export async function putSource(files: FileStore, uuid: string, file: string): Promise<number> {
  const source = await open(file);
  try {
    const piece = Buffer.alloc(videoLimits.chunkBytes);
    for (let number = 0; ; number++) {
      const { bytesRead } = await source.read(piece, 0, piece.length, number * piece.length);
      if (bytesRead === 0) return number;
      await putChunk(files, uuid, number, piece.subarray(0, bytesRead));
    }
  } finally {
    await source.close();
  }
}

/** Joins the chunks into a file. @returns false if one is missing. */
export async function joinSource(files: FileStore, uuid: string, chunks: number, target: string): Promise<boolean> {
  const joined = await open(target, "w");
  try {
    for (let number = 0; number < chunks; number++) {
      const piece = await files.get(chunkKey(uuid, number));
      if (!piece) return false;
      await joined.write(piece.body);
    }
    return true;
  } finally {
    await joined.close();
  }
}

export async function removeSource(files: FileStore, uuid: string, chunks: number): Promise<void> {
  for (let number = 0; number < chunks; number++) await files.remove(chunkKey(uuid, number));
}
