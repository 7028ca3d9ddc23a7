import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { VideoRow } from "../video-conversion/index.ts";

/** A converted video in the snapshot: its renditions, grouped by the creative's uuid. */
export const snapshotRenditions = (
  uuid: string,
  { renditions, durationMs }: Pick<VideoRow, "renditions" | "durationMs">,
): SnapshotCreative[] =>
  renditions.map(({ width, height, hash, bytes }) => ({
    uuid,
    format: `${width}x${height}`,
    width,
    height,
    fileHash: hash,
    kind: "video",
    durationSeconds: durationMs / 1000,
    contentType: "video/mp4",
    // Bits per millisecond are kilobits per second.
    bitrateKbps: Math.max(1, Math.round((bytes * 8) / durationMs)),
  }));
