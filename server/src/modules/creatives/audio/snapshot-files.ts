import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { AudioSpot } from "./tables.ts";

/** A spot in the snapshot: its files, grouped by the creative's uuid. */
export const snapshotFiles = (spot: Pick<AudioSpot, "creativeUuid" | "files" | "durationMs">): SnapshotCreative[] =>
  spot.files.map(({ hash, type, kbps }) => ({
    uuid: spot.creativeUuid,
    format: "audio",
    width: 0,
    height: 0,
    fileHash: hash,
    kind: "audio",
    durationSeconds: spot.durationMs / 1000,
    contentType: type,
    bitrateKbps: kbps,
  }));
