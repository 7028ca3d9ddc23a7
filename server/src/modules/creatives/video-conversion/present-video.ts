import type { VideoConversion } from "@litfass/contract/creatives/video-conversions";
import type { Language } from "@litfass/contract/kernel/language";
import { t } from "../texts.ts";
import { renditionsOf } from "./rendition.ts";
import type { VideoFailure, VideoRow } from "./tables.ts";

/** Failures that a retry may avoid. The others are caused by the file itself. */
const transient: readonly VideoFailure[] = ["interrupted", "converter_missing"];

/** A conversion in the format of the API. `filesUrl` is the URL of its files. */
export function presentVideo(row: VideoRow, filesUrl: string, lang: Language): VideoConversion {
  const source = { width: row.sourceWidth, height: row.sourceHeight, durationMs: row.durationMs };
  const largest = renditionsOf(source, row.purpose)[0];
  const result = row.renditions[0];
  return {
    id: row.id,
    name: row.name,
    source_file: row.sourceFile,
    source_type: row.sourceType,
    source_bytes: row.sourceBytes,
    source_width: row.sourceWidth,
    source_height: row.sourceHeight,
    target_format: "mp4",
    width: largest?.width ?? 0,
    height: largest?.height ?? 0,
    duration: row.durationMs / 1000,
    status: row.status,
    progress: row.progress,
    result_file: result ? `${filesUrl}/${result.name}` : null,
    renditions: row.renditions.map(({ name, width, height, bytes }) => ({ name, width, height, size_bytes: bytes })),
    poster: row.poster ? `${filesUrl}/${row.poster.name}` : null,
    error: row.error ? t(lang, `video.${row.error}`) : null,
    can_retry: row.error !== null && transient.includes(row.error),
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
