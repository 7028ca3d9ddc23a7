/**
 * Files that open a transaction although their changes should be commands. The list only shrinks: turning a change
 * into a command removes its file, and nothing is added.
 */
export const notYetCommands: readonly string[] = ["server/src/processes/demo/seed-campaigns.ts"];

/**
 * Files that open transactions by design: consistent reads, and the data plane, where a command per event would be
 * too expensive.
 */
export const dataPlane: Readonly<Record<string, string>> = {
  "adserver/src/sync/lease-sql.ts":
    "budget leases: one short transaction per grant, requested by ad servers many times a second",
  "adserver/src/sync/process-sql.ts": "ad servers agree on who adjusts which campaign, once a second",
  "events/src/intake/store-batch.ts": "intake: a batch of events is its own idempotent unit and its own record",
  "platform/src/postgres/database-on.ts": "the one way in which any caller's transaction gets a connection of a pool",
  "platform/src/postgres/read-snapshot.ts": "several reads at one moment: the transaction is read-only",
};
