import type { Database } from "@litfass/platform/postgres/postgres";
import { applyFiles, applyVerdicts, filesToLoad, type SellerRegister, takeSeen } from "../auction/seller-register.ts";
import { addSellers, findSellerPolicy, listAdsTxt, listVerdicts } from "./seller-sql.ts";

/** Rows become visible when they are committed, which is later than their timestamp. */
const overlapMs = 30_000;
const batchSize = 1000;
/** A file may list 20,000 accounts, and bids wait while it is processed. */
const fileBatchSize = 20;

function* chunks<Item>(items: Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Reports the sellers this process has seen, and loads changed policy, verdicts and publishers' files. */
export function syncSellers(db: Database, register: SellerRegister): (now: Date) => Promise<void> {
  let since = new Date(0);
  return async (now) => {
    for (const seen of chunks(takeSeen(register), batchSize)) await addSellers(db, seen, now);
    register.policy = await findSellerPolicy(db);
    const { sellers, readAt } = await listVerdicts(db, since);
    applyVerdicts(register, sellers);
    const { unloaded, loaded } = filesToLoad(register);
    for (const requested of chunks(unloaded, fileBatchSize))
      applyFiles(register, requested, await listAdsTxt(db, requested, now));
    for (const requested of chunks(loaded, batchSize))
      applyFiles(register, requested, await listAdsTxt(db, requested, now));
    since = new Date(readAt.getTime() - overlapMs);
  };
}
