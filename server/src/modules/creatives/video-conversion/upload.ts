import { readFile } from "node:fs/promises";
import type { VideoUpload } from "@litfass/contract/creatives/media";
import { videoLimits } from "@litfass/contract/creatives/media";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import { invalid, notFound } from "@litfass/platform/problem";
import { chunkCount, chunkSize, putChunk, removeSource } from "./source-files.ts";
import type { VideoUploadRow } from "./tables.ts";
import { findUpload, insertUpload, listChunks, listForgottenUploads, noteChunk, removeUpload } from "./upload-sql.ts";

const forgottenHours = 24;

/** Begins an upload in pieces. Nothing of the file is known yet but its name and size. */
export async function openUpload(
  { db, clock, random }: Platform,
  caller: Caller,
  file: { name: string; size_bytes: number },
): Promise<VideoUpload> {
  const row: VideoUploadRow = {
    uuid: random.id(),
    ownerUid: caller.uid,
    name: file.name,
    sizeBytes: file.size_bytes,
    createdAt: clock.now(),
  };
  await insertUpload(db, row);
  return presentUpload(row, []);
}

/** Which pieces of an own upload are here. @throws 404 for somebody else's. */
export async function showUpload({ db }: Platform, caller: Caller, uuid: string): Promise<VideoUpload> {
  const row = await findUpload(db, caller.uid, uuid);
  if (!row) throw notFound();
  return presentUpload(row, await listChunks(db, uuid));
}

/** Takes one piece; the same one again replaces it. @throws 422 where it is not as long as it must be. */
export async function receiveChunk(
  platform: Platform,
  caller: Caller,
  uuid: string,
  number: number,
  sent: UploadedFile[],
): Promise<VideoUpload> {
  const { db, files } = platform;
  const row = await findUpload(db, caller.uid, uuid);
  if (!row) throw notFound();
  const file = sent.find(({ field }) => field === "file");
  if (!file) throw invalid({ file: ["rule.required"] });
  if (number >= chunkCount(row.sizeBytes) || file.sizeBytes !== chunkSize(row.sizeBytes, number)) {
    throw invalid({ file: ["rule.ext"] });
  }
  await putChunk(files, uuid, number, await readFile(file.path));
  await noteChunk(db, uuid, number, file.sizeBytes);
  return presentUpload(row, await listChunks(db, uuid));
}

/** Removes what was begun a day ago and never finished. */
export async function removeForgottenUploads({ db, files, clock }: Platform): Promise<number> {
  const before = new Date(clock.now().getTime() - forgottenHours * 3_600_000);
  const forgotten = await listForgottenUploads(db, before, 200);
  for (const { uuid, sizeBytes } of forgotten) {
    if (await removeUpload(db, uuid)) await removeSource(files, uuid, chunkCount(sizeBytes));
  }
  return forgotten.length;
}

const presentUpload = (row: VideoUploadRow, chunks: { number: number }[]): VideoUpload => ({
  uuid: row.uuid,
  name: row.name,
  size_bytes: row.sizeBytes,
  chunk_bytes: videoLimits.chunkBytes,
  chunks: chunkCount(row.sizeBytes),
  received: chunks.map(({ number }) => number),
});
