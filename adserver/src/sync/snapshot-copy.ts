import { type CampaignSnapshot, campaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { listLiveSnapshots, listSnapshotsSince, oldestRunningTransaction, type SnapshotRow } from "./snapshot-sql.ts";

const pageSize = 1_000;

export type SnapshotCopy = {
  /** All live campaigns, by campaign. */
  list(): CampaignSnapshot[];
  /**
   * Brings the copy up to date: reads everything the first time, and after a gap; else only what changed.
   * @returns the campaigns that are new or changed, and those that are no longer live.
   */
  update(): Promise<SnapshotChanges>;
};

export type SnapshotChanges = { changed: number[]; withdrawn: number[] };

type Parts = {
  db: Executor;
  /** An unreadable campaign is reported and not delivered. */
  onUnreadable: (campaignId: number, error: unknown) => void;
  /** Lets the event loop answer requests between two pages. */
  yieldTurn: () => Promise<unknown>;
};

type Known = { changedBy: string; snapshot: CampaignSnapshot };

/** This process's copy of the live campaigns. */
export function createSnapshotCopy({ db, onUnreadable, yieldTurn }: Parts): SnapshotCopy {
  let known = new Map<number, Known>();
  /** By campaign the change that could not be read: rows may be read again while another transaction runs. */
  const reported = new Map<number, string>();
  let readTo: bigint | undefined;

  /** What a live row holds; undefined if it is unreadable. */
  const readRow = ({ campaignId, changedBy, payload }: SnapshotRow): Known | undefined => {
    const read = campaignSnapshot.safeParse(payload);
    if (read.success) {
      reported.delete(campaignId);
      return { changedBy, snapshot: read.data };
    }
    if (reported.get(campaignId) !== changedBy) onUnreadable(campaignId, read.error);
    reported.set(campaignId, changedBy);
    return undefined;
  };

  const takeChanges = (rows: SnapshotRow[]): SnapshotChanges => {
    const changes: SnapshotChanges = { changed: [], withdrawn: [] };
    for (const row of rows) {
      if (row.isLive && known.get(row.campaignId)?.changedBy === row.changedBy) continue;
      const read = row.isLive ? readRow(row) : undefined;
      if (read) {
        known.set(row.campaignId, read);
        changes.changed.push(row.campaignId);
      } else if (known.delete(row.campaignId)) changes.withdrawn.push(row.campaignId);
    }
    return changes;
  };

  const takeAll = async (): Promise<SnapshotChanges> => {
    const all = new Map<number, Known>();
    let afterId = 0;
    while (true) {
      const rows = await listLiveSnapshots(db, afterId, pageSize);
      for (const row of rows) {
        const earlier = known.get(row.campaignId);
        const read = earlier?.changedBy === row.changedBy ? earlier : readRow(row);
        if (read) all.set(row.campaignId, read);
      }
      if (rows.length < pageSize) break;
      afterId = rows.at(-1)?.campaignId ?? afterId;
      await yieldTurn();
    }
    // Assigned at the end, so that a read that fails half-way leaves the copy as it was.
    const earlier = known;
    known = all;
    return {
      changed: [...all].flatMap(([id, each]) => (earlier.get(id) === each ? [] : [id])),
      withdrawn: [...earlier.keys()].filter((id) => !all.has(id)),
    };
  };

  return {
    list: () => [...known].sort(([a], [b]) => a - b).map(([, { snapshot }]) => snapshot),
    async update() {
      // Read first: what later transactions write is read the next time, perhaps a second time.
      const oldest = await oldestRunningTransaction(db);
      // Numbers go back only where the database was restored or replaced.
      const since = readTo !== undefined && oldest >= readTo ? readTo : undefined;
      const changes = since === undefined ? await takeAll() : takeChanges(await listSnapshotsSince(db, since));
      readTo = oldest;
      return changes;
    },
  };
}
