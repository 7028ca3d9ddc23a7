import { type SQL, sql } from "drizzle-orm";
import { invoiceTimeZone } from "./invoices/invoice.ts";

/** The instant at which a day (YYYY-MM-DD) starts in the invoices' time zone. */
export const startOfDay = (day: string): SQL => sql`(${day}::date::timestamp at time zone ${invoiceTimeZone})`;

/** The instant at which the next day starts. */
export const endOfDay = (day: string): SQL => sql`((${day}::date + 1)::timestamp at time zone ${invoiceTimeZone})`;
