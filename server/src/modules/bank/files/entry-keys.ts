import { createHash } from "node:crypto";
import type { ParsedEntry } from "./parsed-file.ts";

/** `transfer` tells the transfers of one booking apart, `within` counts those that are the same. */
type Part = { transfer?: string; within?: Map<string, number> };
export type EntryKeys = { number(entry: ParsedEntry, part: Part): ParsedEntry };

const joined = (...parts: (string | null)[]): string => parts.map((each) => each ?? "").join("|");
const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/**
 * Names entries so that the same entry in another file has the same key. A booking is known by the bank's reference,
 * which is the same in statements and notifications; without one, by its dates, its amount and the order of equal ones
 * in the file.
 */
export function createKeys(): EntryKeys {
  const equal = new Map<string, number>();
  const next = (counts: Map<string, number>, key: string): number => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  return {
    number(entry, { transfer, within }) {
      const { account, currency, kind, bookedOn, valueOn, bankReference, amountMicros, isPending } = entry;
      const booked = joined(isPending ? "pending" : "booked", account, currency, kind, bookedOn);
      const bookingKey = bankReference
        ? joined(booked, bankReference)
        : joined(booked, valueOn, entry.paymentInformationId, transfer === undefined ? amountMicros.toString() : null);
      const part = transfer === undefined ? "all" : digest(joined(transfer, entry.text, amountMicros.toString()));
      const base = joined(bookingKey, part, amountMicros.toString());
      // The bank's reference names one booking, so the same one again is the same booking.
      const counts = bankReference ? within : equal;
      const count = counts ? next(counts, base) : 1;
      return { ...entry, bookingKey, key: count === 1 ? base : joined(base, String(count)) };
    },
  };
}
