import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { notFound } from "@litfass/platform/problem";
import { accountTimeZone, dayIn } from "../reporting/index.ts";
import { findPublisher, lockPublisher, type PublisherRow } from "./publisher-sql.ts";

/** The day in the account's time zone, by which shares apply. */
export const todayOf = (now: Date): string => dayIn(accountTimeZone, now);

const mayOpen = ({ reach, uid }: Caller, publisher: PublisherRow | null): publisher is PublisherRow =>
  publisher !== null && (reach === "all" || publisher.ownerUid === uid);

/** A publisher that the caller may open: staff all of them, others their own. @throws 404 */
export async function getPublisher(db: Executor, caller: Caller, id: number, now: Date): Promise<PublisherRow> {
  const publisher = await findPublisher(db, id, todayOf(now));
  if (!mayOpen(caller, publisher)) throw notFound();
  return publisher;
}

/** The same, locked until the transaction ends. @throws 404 */
export async function lockOpenPublisher(
  tx: WriteTransaction,
  caller: Caller,
  id: number,
  now: Date,
): Promise<PublisherRow> {
  const publisher = await lockPublisher(tx, id, todayOf(now));
  if (!mayOpen(caller, publisher)) throw notFound();
  return publisher;
}

export const auditSubjectOf = (id: number) => ({ type: "publisher", id: String(id) });
