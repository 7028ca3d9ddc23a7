import type { Executor } from "@litfass/platform/postgres/postgres";
import { asc, lt } from "drizzle-orm";
import { signingKeys } from "../tables.ts";

type SigningKeyRow = typeof signingKeys.$inferSelect;

/** The stored keys, oldest first. */
export const listSigningKeys = (db: Executor): Promise<SigningKeyRow[]> =>
  db.select().from(signingKeys).orderBy(asc(signingKeys.createdAt));

export const insertSigningKey = async (db: Executor, key: SigningKeyRow): Promise<void> => {
  await db.insert(signingKeys).values(key);
};

/** Deletes the keys created before an instant. */
export const deleteSigningKeysBefore = async (db: Executor, before: Date): Promise<void> => {
  await db.delete(signingKeys).where(lt(signingKeys.createdAt, before));
};
