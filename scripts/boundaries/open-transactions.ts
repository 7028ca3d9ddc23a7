/**
 * Files that open a transaction themselves although their changes should be commands. The list only shrinks: turning
 * a change into a command removes its file, and nothing is added.
 */
export const notYetCommands: readonly string[] = [
  "server/src/modules/creatives/banner-sets/banner-sets.ts",
  "server/src/modules/creatives/brand-kit/brand-kit.ts",
  "server/src/modules/creatives/categories.ts",
  "server/src/modules/creatives/favorites.ts",
  "server/src/modules/creatives/library/library-creatives.ts",
  "server/src/modules/creatives/library/library-groups.ts",
  "server/src/modules/creatives/library/selected-groups.ts",
  "server/src/modules/creatives/studio/fill-creatives.ts",
  "server/src/modules/creatives/studio/upload-image.ts",
  "server/src/modules/creatives/uploads/own-banners.ts",
  "server/src/modules/creatives/video-conversion/retry-video.ts",
  "server/src/modules/creatives/video-conversion/start-conversion.ts",
  "server/src/modules/creatives/video-conversion/video-sql.ts",
  "server/src/modules/creatives/video/campaign-video.ts",
  "server/src/processes/demo/seed-campaigns.ts",
];

/**
 * Files that open transactions by design: reads at one moment, and the data plane, where a command per event would be too
 * expensive.
 */
export const dataPlane: Readonly<Record<string, string>> = {
  "adserver/src/sync/lease-sql.ts":
    "budget leases: one short transaction per grant, requested by ad servers many times a second",
  "adserver/src/sync/process-sql.ts": "ad servers agree on who adjusts which campaign, once a second",
  "events/src/intake/store-batch.ts": "intake: a batch of events is its own idempotent unit and its own record",
  "platform/src/postgres/read-snapshot.ts": "several reads at one moment: the transaction is read-only",
};
