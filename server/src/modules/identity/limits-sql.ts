import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { lt } from "drizzle-orm";
import { limits } from "./tables.ts";

export const deleteExpiredLimits = async (tx: WriteTransaction, now: Date): Promise<void> => {
  await tx.delete(limits).where(lt(limits.expiresAtMs, now.getTime()));
};
