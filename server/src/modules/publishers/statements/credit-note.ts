import type { StatementRow } from "./statement-sql.ts";

/** `2026`, 7 → `GS-2026-00007`. */
export const creditNoteNumber = ({ year, sequence }: { year: number; sequence: number }): string =>
  `GS-${year}-${String(sequence).padStart(5, "0")}`;

/** What is paid for an approved statement, in micros; 0 before. */
export const grossOf = ({ netMicros, note }: StatementRow): bigint => (note === null ? 0n : netMicros + note.vatMicros);
