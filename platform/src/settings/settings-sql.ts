import type { SettingsSection } from "@litfass/contract/settings/operator-settings";
import { sql } from "drizzle-orm";
import type { Executor, WriteTransaction } from "../postgres/postgres.ts";

/** The channel that announces a new version; its payload is the section. */
export const settingsChannel = "operator_settings";

/** A version of a section. `settings` is in the format of the API. The installation's own, not a customer's. */
export type SettingsRow = {
  section: SettingsSection;
  version: number;
  settings: unknown;
  changed_at: string;
  changed_by: string | null;
  changed_by_job: string | null;
  note: string;
  restored_from: number | null;
};

/** The current version of every section that was ever changed. */
export async function listCurrent(db: Executor): Promise<Pick<SettingsRow, "section" | "version" | "settings">[]> {
  const { rows } = await db.execute<Pick<SettingsRow, "section" | "version" | "settings">>(sql`
    SELECT DISTINCT ON (section) section, version, settings FROM operator_settings ORDER BY section, version DESC`);
  return rows;
}

/** Versions of a section, the newest first, at most `limit` from `offset`, and the number of all. */
export async function listVersions(
  db: Executor,
  section: SettingsSection,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SettingsRow[]; total: number }> {
  const { rows } = await db.execute<SettingsRow>(sql`
    SELECT * FROM operator_settings WHERE section = ${section}
    ORDER BY version DESC LIMIT ${limit} OFFSET ${offset}`);
  const counted = await db.execute<{ total: string }>(
    sql`SELECT count(*) AS total FROM operator_settings WHERE section = ${section}`,
  );
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** One version of a section; null if there is none. */
export async function findVersion(
  db: Executor,
  section: SettingsSection,
  version: number,
): Promise<SettingsRow | null> {
  const { rows } = await db.execute<SettingsRow>(
    sql`SELECT * FROM operator_settings WHERE section = ${section} AND version = ${version}`,
  );
  return rows[0] ?? null;
}

/** The versions of a section that applied at or after a moment, oldest first, at most `limit` of them. */
export async function listVersionsSince(
  db: Executor,
  section: SettingsSection,
  since: Date,
  limit: number,
): Promise<SettingsRow[]> {
  const from = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<SettingsRow>(sql`
    SELECT * FROM (
      SELECT * FROM operator_settings s WHERE section = ${section} AND (changed_at > ${from} OR version = (
        SELECT max(version) FROM operator_settings WHERE section = ${section} AND changed_at <= ${from}))
      ORDER BY version DESC LIMIT ${limit}) newest
    ORDER BY version`);
  return rows;
}

/** The version of a section that applied at a moment; null if it was not changed before. */
export async function findVersionAt(db: Executor, section: SettingsSection, at: Date): Promise<SettingsRow | null> {
  const { rows } = await db.execute<SettingsRow>(sql`
    SELECT * FROM operator_settings WHERE section = ${section} AND changed_at <= ${at.toISOString()}::timestamptz
    ORDER BY version DESC LIMIT 1`);
  return rows[0] ?? null;
}

/** Makes changes of a section wait for each other until the transaction ends. */
export async function lockSection(tx: WriteTransaction, section: SettingsSection): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`operator_settings:${section}`}))`);
}

/** Makes changes of a section wait until the transaction ends, for those who act on what it says now. */
export async function lockSectionShared(tx: WriteTransaction, section: SettingsSection): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(hashtext(${`operator_settings:${section}`}))`);
}

/** Adds a version and announces it to every process at the commit. */
export async function insertVersion(tx: WriteTransaction, row: Omit<SettingsRow, "changed_at"> & { changedAt: Date }) {
  await tx.execute(sql`
    INSERT INTO operator_settings (section, version, settings, changed_at, changed_by, changed_by_job, note, restored_from)
    VALUES (${row.section}, ${row.version}, ${JSON.stringify(row.settings)}::jsonb, ${row.changedAt.toISOString()}::timestamptz,
      ${row.changed_by}, ${row.changed_by_job}, ${row.note}, ${row.restored_from})`);
  await tx.execute(sql`SELECT pg_notify(${settingsChannel}, ${row.section})`);
}

/** An image of the brand. */
export type BrandImageRow = { hash: string; width: number; height: number; body: Buffer };

/** Stores an image; one with the same content is there already. */
export async function insertImage(
  tx: WriteTransaction,
  image: BrandImageRow & { createdAt: Date; createdBy: string | null },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO operator_images (hash, width, height, body, created_at, created_by)
    VALUES (${image.hash}, ${image.width}, ${image.height}, ${image.body}, ${image.createdAt.toISOString()}::timestamptz,
      ${image.createdBy}) ON CONFLICT (hash) DO NOTHING`);
}

/** An image with its content; null if there is none. */
export async function findImage(db: Executor, hash: string): Promise<BrandImageRow | null> {
  const { rows } = await db.execute<BrandImageRow>(
    sql`SELECT hash, width, height, body FROM operator_images WHERE hash = ${hash}`,
  );
  return rows[0] ?? null;
}

/** Which of these images are stored. */
export async function listStoredImages(db: Executor, hashes: string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ hash: string }>(
    sql`SELECT hash FROM operator_images WHERE hash = ANY(${sql.param(hashes)}::text[])`,
  );
  return new Set(rows.map(({ hash }) => hash));
}
