import type { BrowserState } from "@litfass/contract/creatives/banner-report";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { BannerFacts } from "./banner-report.ts";
import type { BannerRun } from "./browser/banner-run.ts";

/** What is known of an uploaded banner: its check, and its behavior in a browser. */
export type BannerCheck = { facts: BannerFacts; browser: BrowserState; run: BannerRun | null };

/** All SQL of the checks of uploaded banners. They belong to documents that callers reached through a campaign. */

export async function saveCheck(
  tx: Transaction,
  document: string,
  { facts, browser, now }: { facts: BannerFacts; browser: BrowserState; now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into banner_checks (document, facts, browser, updated_at)
    values (${document}, ${JSON.stringify(facts)}::jsonb, ${browser}, ${now.toISOString()})
    on conflict (document) do update
      set facts = excluded.facts, browser = excluded.browser, run = null, updated_at = excluded.updated_at`);
}

/** The checks of these documents, by document. */
export async function findChecks(db: Executor, documents: string[]): Promise<Map<string, BannerCheck>> {
  if (documents.length === 0) return new Map();
  const { rows } = await db.execute<BannerCheck & { document: string }>(sql`
    select document, facts, browser, run from banner_checks where document = any(${sql.param(documents)}::text[])`);
  return new Map(rows.map(({ document, facts, browser, run }) => [document, { facts, browser, run }]));
}

/** Stores the result of a banner's browser run if it is still pending. @returns whether it was. */
export async function finishRun(
  tx: Transaction,
  document: string,
  { run, now }: { run: BannerRun | null; now: Date },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update banner_checks
    set browser = ${run ? "done" : "failed"}, run = ${run ? JSON.stringify(run) : null}::jsonb, updated_at = ${now.toISOString()}
    where document = ${document} and browser = 'waiting' returning document`);
  return rows.length > 0;
}
