import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import type { Transaction } from "../postgres/postgres.ts";

/** Runs the queue's statements in a transaction, so that a job exists if and only if it commits. */
export const jobConnection = (tx: Transaction) => fromDrizzle(tx, sql);
