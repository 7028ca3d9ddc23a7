import type { VideoConversion } from "@litfass/contract/creatives/media";
import { renditionsFor } from "./rendition.ts";
import type { VideoFailure, VideoRow } from "./tables.ts";

const failures: Record<VideoFailure, readonly [string, string]> = {
  unreadable: [
    "The video could not be read. Export it again, best as MP4 with H.264.",
    "Das Video liess sich nicht lesen. Exportieren Sie es nochmals, am besten als MP4 mit H.264.",
  ],
  cut_off: [
    "The file is not complete: its pictures end before its length. Export it again and upload it anew.",
    "Die Datei ist nicht vollständig: Ihre Bilder enden vor ihrer Länge. Exportieren Sie sie nochmals und laden Sie sie neu hoch.",
  ],
  timeout: [
    "The conversion took longer than 40 minutes. Try a shorter or smaller video.",
    "Die Umwandlung dauerte länger als 40 Minuten. Versuchen Sie es mit einem kürzeren oder kleineren Video.",
  ],
  interrupted: [
    "The conversion was interrupted three times. Start it again.",
    "Die Umwandlung wurde dreimal unterbrochen. Starten Sie sie nochmals.",
  ],
  converter_missing: [
    "The converter is missing: the operator has to install ffmpeg.",
    "Der Konverter fehlt: Der Betreiber muss ffmpeg installieren.",
  ],
  source_missing: [
    "The uploaded file is gone. Upload the video again.",
    "Die hochgeladene Datei ist nicht mehr da. Laden Sie das Video nochmals hoch.",
  ],
};

/** What went wrong around the file: once more may help. The others lie in the file itself. */
const passing: readonly VideoFailure[] = ["interrupted", "converter_missing"];

/** A conversion as the wire has it. `filesUrl` is where its files are shown. */
export function presentVideo(row: VideoRow, filesUrl: string, lang: "en" | "de"): VideoConversion {
  const largest = renditionsFor({ width: row.sourceWidth, height: row.sourceHeight })[0];
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
    error: row.error ? failures[row.error][lang === "de" ? 1 : 0] : null,
    can_retry: row.error !== null && passing.includes(row.error),
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
