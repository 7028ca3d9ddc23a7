import type { Database } from "@litfass/platform/postgres/postgres";
import { addSellers, findSellerPolicy, listAdsTxt, listVerdicts } from "../../../server/src/modules/supply/index.ts";
import { noteFiles, noteVerdicts, type SellerBook, takeMet, wantedFiles } from "../auction/seller-register.ts";

/** Rows become visible at their commit, some time after the instant they carry. */
const overlapMs = 30_000;
const maxAtOnce = 1000;
/** Whole files are read in short steps, because bids wait meanwhile: one may name 20,000 accounts. */
const maxFilesAtOnce = 20;

function* chunks<Item>(items: Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Tells whom this process met, and reads the policy, the verdicts and the publishers' files that changed. */
export function shareSellers(db: Database, book: SellerBook): (now: Date) => Promise<void> {
  let since = new Date(0);
  return async (now) => {
    for (const met of chunks(takeMet(book), maxAtOnce)) await addSellers(db, met, now);
    book.policy = await findSellerPolicy(db);
    const { sellers, readAt } = await listVerdicts(db, since);
    noteVerdicts(book, sellers);
    const { fresh, loaded } = wantedFiles(book);
    for (const asked of chunks(fresh, maxFilesAtOnce)) noteFiles(book, asked, await listAdsTxt(db, asked, now));
    for (const asked of chunks(loaded, maxAtOnce)) noteFiles(book, asked, await listAdsTxt(db, asked, now));
    since = new Date(readAt.getTime() - overlapMs);
  };
}
