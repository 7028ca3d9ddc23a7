import type { AdReport } from "@litfass/contract/transparency/ad-reports";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { submittedUrl } from "../../campaigns/index.ts";
import { namesOf } from "../../users/index.ts";
import type { AdReportRow } from "./report-sql.ts";

/** Reports in the format of the API, with one more query. */
export async function presentReports(db: Executor, rows: AdReportRow[]): Promise<AdReport[]> {
  const names = await namesOf(db, [...new Set(rows.flatMap((row) => [row.ownerUid, row.decidedBy ?? row.ownerUid]))]);
  return rows.map(({ creative, review, ...row }) => ({
    id: row.id,
    status: row.status,
    reason: row.reason,
    message: row.message,
    has_address: row.email !== null,
    campaign: row.campaignId,
    campaign_name: row.campaignName,
    owner: row.ownerUid,
    owner_name: names.get(row.ownerUid) ?? "",
    destination_url: creative?.destinationUrl ?? row.destinationUrl,
    site: row.site,
    format: row.format,
    shown_at: row.shownAt.toISOString(),
    creative:
      creative === null || review === null
        ? null
        : {
            kind: creative.kind,
            width: creative.width,
            height: creative.height,
            url: submittedUrl(review, creative.fileHash),
          },
    note: row.note,
    created_at: row.createdAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy ? (names.get(row.decidedBy) ?? null) : null,
  }));
}

export async function presentReport(db: Executor, row: AdReportRow): Promise<AdReport> {
  const [report] = await presentReports(db, [row]);
  return report as AdReport;
}
