import type { Database } from "../platform/postgres.ts";
import { addSellers, findSellerPolicy, listVerdicts } from "../sellers/index.ts";
import { noteVerdicts, type SellerBook, takeMet } from "./seller-book.ts";

/** Rows become visible at their commit, some time after the instant they carry. */
const overlapMs = 30_000;
const mostAtOnce = 1000;

/** Tells whom this process met, and reads the policy and the verdicts that changed. */
export function shareSellers(db: Database, book: SellerBook): (now: Date) => Promise<void> {
  let since = new Date(0);
  return async (now) => {
    const met = takeMet(book);
    for (let at = 0; at < met.length; at += mostAtOnce) await addSellers(db, met.slice(at, at + mostAtOnce), now);
    book.policy = await findSellerPolicy(db);
    const { sellers, readAt } = await listVerdicts(db, since);
    noteVerdicts(book, sellers);
    since = new Date(readAt.getTime() - overlapMs);
  };
}
