import type { Invoice } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/language";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Caller } from "@litfass/contract/kernel/roles";
import { countUpTo } from "@litfass/platform/postgres/count-sql";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { and, asc, desc, eq, gte, ilike, inArray, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { uidsWithinReach, users } from "../../users/index.ts";
import { endOfDay, startOfDay } from "../day-bounds-sql.ts";
import { invoiceStates, invoices, type OrderRow, orders } from "../tables.ts";
import { subjectOfInvoice, textIn } from "./invoice.ts";
import type { InvoiceStatus, KnownInvoice } from "./invoice-sql.ts";

/** The maximum number of rows for `per_page=all`. */
const longestList = 1000;
const invoicesAtOnce = 500;

export type InvoiceQuery = {
  page: number;
  per_page: number | "all";
  search?: string;
  sort?: string;
  direction: "asc" | "desc";
  status?: InvoiceStatus;
  user?: string;
  /** Issue dates (YYYY-MM-DD), both inclusive. */
  from?: string;
  to?: string;
};

export type ListedInvoice = {
  invoice: KnownInvoice;
  userName: string;
  userEmail: string | null;
  /** The invoice order for which it was issued. */
  order: OrderRow | null;
};

/** Escapes LIKE wildcards. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

export const userName = sql<string>`coalesce(nullif(${users.companyName}, ''), ${users.fullName})`;

/** The name in a language; English where the invoice lacks it. */
const nameColumn = (language: Language): SQL => {
  if (language === "en") return sql`${invoices.nameEn}`;
  if (language === "de") return sql`${invoices.nameDe}`;
  return sql`coalesce(${invoices.names} ->> ${language}, ${invoices.nameEn})`;
};

/** A page of the invoices the caller may read, newest first unless sorted. */
export async function listInvoices(
  db: Executor,
  caller: Pick<Caller, "uid" | "reach">,
  query: InvoiceQuery,
  language: Language,
): Promise<{ rows: ListedInvoice[]; meta: PageMeta }> {
  const filter = filterOf(caller, query, language);
  const perPage = query.per_page === "all" ? longestList : query.per_page;
  const page = query.per_page === "all" ? 1 : query.page;
  const rows = await selectListed(db)
    .where(filter)
    .orderBy(...orderOf(query, nameColumn(language)))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const total = await countUpTo(
    db,
    query.status
      ? sql`select from ${invoices} join ${invoiceStates} on ${invoiceStates.number} = ${invoices.number} where ${filter}`
      : sql`select from ${invoices} where ${filter}`,
  );
  return { rows: rows.map(listedOf), meta: metaOf(page, perPage, total) };
}

/**
 * The whole list in its order, at most `limit` invoices. Their numbers are read first and the rest in pages, so that
 * other requests get their turn in between.
 */
export async function* eachInvoice(
  db: Executor,
  caller: Pick<Caller, "uid" | "reach">,
  query: Omit<InvoiceQuery, "page" | "per_page">,
  language: Language,
  limit: number,
  atOnce = invoicesAtOnce,
): AsyncGenerator<ListedInvoice> {
  const numbers = await db
    .select({ number: invoices.number })
    .from(invoices)
    .innerJoin(invoiceStates, eq(invoiceStates.number, invoices.number))
    .innerJoin(users, eq(users.uid, invoices.ownerUid))
    .where(filterOf(caller, query, language))
    .orderBy(...orderOf(query, nameColumn(language)))
    .limit(limit);
  for (let at = 0; at < numbers.length; at += atOnce) {
    const page = numbers.slice(at, at + atOnce).map(({ number }) => number);
    const rows = await selectListed(db).where(inArray(invoices.number, page));
    const byNumber = new Map(rows.map((row) => [row.invoice.number, row]));
    for (const number of page) {
      const row = byNumber.get(number);
      if (row) yield listedOf(row);
    }
  }
}

const selectListed = (db: Executor) =>
  db
    .select({
      invoice: invoices,
      status: invoiceStates.status,
      userName,
      userEmail: users.email,
      order: orders,
    })
    .from(invoices)
    .innerJoin(invoiceStates, eq(invoiceStates.number, invoices.number))
    .innerJoin(users, eq(users.uid, invoices.ownerUid))
    .leftJoin(orders, eq(orders.invoiceNumber, invoices.number));

type ListedRow = Omit<ListedInvoice, "invoice"> & {
  invoice: Omit<KnownInvoice, "status">;
  status: KnownInvoice["status"];
};
const listedOf = ({ status, ...row }: ListedRow): ListedInvoice => ({ ...row, invoice: { ...row.invoice, status } });

function filterOf(
  caller: Pick<Caller, "uid" | "reach">,
  query: Omit<InvoiceQuery, "page" | "per_page">,
  language: Language,
): SQL | undefined {
  return and(
    uidsWithinReach(invoices.ownerUid, caller),
    query.status ? eq(invoiceStates.status, query.status) : undefined,
    query.user ? eq(invoices.ownerUid, query.user) : undefined,
    query.from ? gte(invoices.issuedAt, startOfDay(query.from)) : undefined,
    query.to ? lt(invoices.issuedAt, endOfDay(query.to)) : undefined,
    query.search ? matches(query.search, nameColumn(language)) : undefined,
  );
}

/** In two parts, because an index finds matches in one table, not in either of two joined ones. */
const matches = (search: string, name: SQL): SQL =>
  sql`${invoices.number} in (
    select ${invoices.number} from ${invoices}
      where ${or(ilike(invoices.number, containing(search)), ilike(name, containing(search)))}
    union select ${invoices.number} from ${invoices} join ${users} on ${users.uid} = ${invoices.ownerUid}
      where ${or(ilike(userName, containing(search)), ilike(users.email, containing(search)))})`;

function orderOf(query: Pick<InvoiceQuery, "sort" | "direction">, name: SQLWrapper): SQL[] {
  const columns: Record<string, SQLWrapper> = {
    id: invoices.number,
    subscription_name: name,
    amount: invoices.grossMicros,
    created_at: invoices.issuedAt,
    user_name: sql`lower(${userName})`,
    status: invoiceStates.status,
  };
  const column = query.sort ? columns[query.sort] : undefined;
  if (!column) return [desc(invoices.issuedAt), desc(invoices.number)];
  const direction = query.direction === "desc" ? desc : asc;
  return [direction(column), direction(invoices.number)];
}

/** Invoices by number, limited to owners the caller may read. */
export async function findInvoicesWithinReach(
  db: Executor,
  caller: Pick<Caller, "uid" | "reach">,
  numbers: string[],
): Promise<KnownInvoice[]> {
  const rows = await db
    .select({ invoice: invoices, status: invoiceStates.status })
    .from(invoices)
    .innerJoin(invoiceStates, eq(invoiceStates.number, invoices.number))
    .where(and(inArray(invoices.number, numbers), uidsWithinReach(invoices.ownerUid, caller)))
    .orderBy(asc(invoices.number));
  return rows.map((row) => ({ ...row.invoice, status: row.status }));
}

/** An invoice in the format of the API. */
export function presentInvoice(invoice: KnownInvoice, language: Language): Invoice {
  const amount = minorOfMicros(invoice.grossMicros);
  return {
    id: invoice.number,
    number: invoice.number,
    kind: invoice.kind,
    subscription_name: textIn(subjectOfInvoice(invoice), language),
    amount,
    amount_formatted: formatMinor(amount),
    currency: invoice.currency,
    status: invoice.status,
    due_on: invoice.dueOn,
    created_at: invoice.issuedAt.toISOString(),
    pdf: `/invoices/${invoice.number}`,
  };
}
