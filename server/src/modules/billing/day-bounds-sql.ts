import { type SQL, sql } from "drizzle-orm";
import { invoiceTimeZone } from "./invoices/invoice.ts";

/** The instant at which a day (YYYY-MM-DD) of the invoices' zone begins. */
export const startOfDay = (day: string): SQL => sql`(${day}::date::timestamp at time zone ${invoiceTimeZone})`;

/** The instant at which the day after it begins. */
export const endOfDay = (day: string): SQL => sql`((${day}::date + 1)::timestamp at time zone ${invoiceTimeZone})`;
