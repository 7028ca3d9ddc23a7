import { createHash } from "node:crypto";
import { sqlStateOf, type WriteTransaction } from "../postgres/postgres.ts";
import { Problem } from "../problem.ts";
import { type Actor, keyOwner } from "./actor.ts";
import { type KeyedCall, type StoredAnswer, takeKey } from "./idempotency-sql.ts";

const lockNotAvailable = "55P03";

/** A call that carries an idempotency key. */
export const keyedCall = (command: string, actor: Actor, key: string, input: unknown, at: Date): KeyedCall => ({
  owner: keyOwner(actor),
  key,
  command,
  requestHash: createHash("sha256")
    .update(JSON.stringify(input) ?? "")
    .digest("hex"),
  at,
});

/**
 * The stored response of an earlier call with this key, or null for the first call.
 * @throws Problem 409 if the key was used for something else, or the first call is still running.
 */
export async function replayOf(tx: WriteTransaction, call: KeyedCall): Promise<StoredAnswer | null> {
  const stored = await take(tx, call);
  if (!stored) return null;
  if (stored.requestHash !== call.requestHash || stored.command !== call.command)
    throw new Problem("idempotency_conflict");
  if (stored.status === null) throw stillRunning();
  return stored;
}

const stillRunning = () => new Problem("conflict", { code: "still_running", retryAfterSeconds: 1 });

async function take(tx: WriteTransaction, call: KeyedCall): Promise<StoredAnswer | null> {
  try {
    return await takeKey(tx, call);
  } catch (error) {
    throw sqlStateOf(error) === lockNotAvailable ? stillRunning() : error;
  }
}
