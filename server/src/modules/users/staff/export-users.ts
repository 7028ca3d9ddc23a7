import type { Language } from "@litfass/contract/kernel/language";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { createSpreadsheet } from "@litfass/platform/spreadsheet/spreadsheet";
import type { WorkerQueue } from "@litfass/platform/worker/worker-pool";
import type { UserRow } from "../tables.ts";
import { t } from "../texts.ts";
import { eachUser } from "./user-list-sql.ts";

/** Spreadsheet programs cannot open more rows. */
const maxRows = 100_000;

type TextKey = Parameters<typeof t>[1];

const columns: [TextKey, (user: UserRow) => string | number | null][] = [
  ["export_uid", (user) => user.uid],
  ["export_email", (user) => user.email],
  ["export_first_name", (user) => user.firstName],
  ["export_last_name", (user) => user.lastName],
  ["export_company", (user) => user.companyName],
  ["export_type", (user) => user.userType],
  ["export_role", (user) => user.role],
  ["export_status", (user) => user.status],
  ["export_country", (user) => user.countryCode],
  ["export_postal_code", (user) => user.postalCode],
  ["export_city", (user) => user.city],
  ["export_vat_number", (user) => user.vatNumber],
  ["export_created", (user) => user.createdAt.toISOString()],
];

/** All users as a spreadsheet, one row each, oldest first, at most 100 000. */
export const exportUsers = (db: Executor, workers: WorkerQueue, lang: Language): Promise<Buffer> =>
  createSpreadsheet(workers, {
    name: t(lang, "export_sheet"),
    header: columns.map(([key]) => t(lang, key)),
    rows: eachUser(db, maxRows),
    cellsOf: (user) => columns.map(([, cellOf]) => cellOf(user)),
  });
