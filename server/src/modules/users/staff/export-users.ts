import type { Executor } from "@litfass/platform/postgres/postgres";
import { createSpreadsheet } from "@litfass/platform/spreadsheet/spreadsheet";
import { asc } from "drizzle-orm";
import { users } from "../tables.ts";

/** More rows than this do not fit a spreadsheet that people can open. */
const maxRows = 100_000;

const header = {
  en: [
    "Uid",
    "E-mail",
    "First name",
    "Last name",
    "Company",
    "Type",
    "Role",
    "Status",
    "Country",
    "Postal code",
    "City",
    "VAT number",
    "Created",
  ],
  de: [
    "Uid",
    "E-Mail",
    "Vorname",
    "Nachname",
    "Firma",
    "Art",
    "Rolle",
    "Status",
    "Land",
    "PLZ",
    "Ort",
    "MWST-Nummer",
    "Erstellt",
  ],
};

/** All users as a spreadsheet, one row each, oldest first. */
export async function exportUsers(db: Executor, lang: "en" | "de"): Promise<Buffer> {
  const rows = await db.select().from(users).orderBy(asc(users.createdAt), asc(users.uid)).limit(maxRows);
  const cells = rows.map((user) => [
    user.uid,
    user.email,
    user.firstName,
    user.lastName,
    user.companyName,
    user.userType,
    user.role,
    user.status,
    user.countryCode,
    user.postalCode,
    user.city,
    user.vatNumber,
    user.createdAt.toISOString(),
  ]);
  return createSpreadsheet(lang === "de" ? "Benutzer" : "Users", header[lang], cells);
}
