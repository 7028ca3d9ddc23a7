import type { VideoUpload } from "@litfass/contract/creatives/video-conversions";
import { call } from "../../../api/api.ts";
import { ApiError } from "../../../api/api-error.ts";

type SendOptions = {
  signal: AbortSignal;
  /** Called with the uploaded share, 0 to 1. */
  onProgress: (share: number) => void;
};

const tries = 4;
const firstWaitMs = 800;

/**
 * Uploads a video in chunks and resolves with the upload's uuid. Failed chunks are sent again; an upload started
 * earlier in this browser is resumed.
 */
export async function sendVideo(file: File, { signal, onProgress }: SendOptions): Promise<string> {
  const key = `video:${file.name}:${file.size}:${file.lastModified}`;
  const upload = (await resumedUpload(key)) ?? (await open(file, key));
  const received = new Set(upload.received);
  onProgress(received.size / upload.chunks);
  for (let number = 0; number < upload.chunks; number++) {
    if (received.has(number)) continue;
    signal.throwIfAborted();
    const piece = file.slice(number * upload.chunk_bytes, (number + 1) * upload.chunk_bytes);
    await again(signal, () => sendPiece(upload, number, piece));
    received.add(number);
    onProgress(received.size / upload.chunks);
  }
  sessionStorage.removeItem(key);
  return upload.uuid;
}

async function resumedUpload(key: string): Promise<VideoUpload | null> {
  const uuid = sessionStorage.getItem(key);
  if (!uuid) return null;
  try {
    return await call("showVideoUpload", { params: { upload: uuid } });
  } catch {
    sessionStorage.removeItem(key);
    return null;
  }
}

async function open(file: File, key: string): Promise<VideoUpload> {
  const upload = await call("openVideoUpload", { body: { name: file.name, size_bytes: file.size } });
  sessionStorage.setItem(key, upload.uuid);
  return upload;
}

async function sendPiece(upload: VideoUpload, chunk: number, piece: Blob): Promise<void> {
  const form = new FormData();
  form.append("file", piece, "piece");
  await call("sendVideoChunk", { params: { upload: upload.uuid, chunk }, form, quiet: true });
}

/** Retries after connection errors; rejections by the server are final. */
async function again(signal: AbortSignal, send: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const broken = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      if (!broken || attempt === tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, firstWaitMs * 2 ** attempt));
      signal.throwIfAborted();
    }
  }
}
