import type { AuditAction, AuditChange, AuditDetails } from "@litfass/contract/kernel/audit";
import { auditEntries } from "../audit/audit.ts";
import type { Clock } from "../clock.ts";
import type { WriteTransaction } from "../postgres/postgres.ts";
import { type Actor, type Approval, actorName, actorUid } from "./actor.ts";

type Facts = { changes?: AuditChange[]; details?: AuditDetails };

/** A change about a person, shown on that person's audit screen. */
type AboutPerson = Facts & {
  action: AuditAction;
  subjectUid: string;
  /** A second affected person, whose audit screen shows the entry too. */
  relatedUid?: string;
  subject?: AuditSubject;
};
/** A change of a thing that belongs to no one; the action defaults to the command's verb. */
type AboutThing = Facts & { action?: AuditAction; subjectUid?: null; subject: AuditSubject };

/** The changed thing, for example `{ type: "order", id: "17" }`. */
export type AuditSubject = { type: string; id: string };
export type AuditEntryInput = AboutPerson | AboutThing;

/** A command's audit entries. A transaction with changes but without an entry does not commit. */
export type AuditTrail = {
  /** Records changes under the command's actor, in its transaction. */
  record(...entries: AuditEntryInput[]): Promise<void>;
  /** Declares that the transaction's writes need no audit entry: a repeated call, a lock, a technical record. */
  unchanged(reason: string): void;
};

type Recorder = { trail: AuditTrail; isAnswered(): boolean };

export type AuditAuthor = { command: string; actor: Actor; approval: Approval | null };

/** A trail for one run of a command. */
export function createAuditTrail(tx: WriteTransaction, clock: Clock, author: AuditAuthor): Recorder {
  let answered = false;
  const verb = author.command.slice(author.command.indexOf(".") + 1);
  return {
    isAnswered: () => answered,
    trail: {
      async record(...entries) {
        if (entries.length === 0) return;
        answered = true;
        await tx.insert(auditEntries).values(
          entries.map(({ subject, action, changes = [], details = {}, ...entry }) => ({
            ...entry,
            at: clock.now(),
            action: action ?? verb,
            changes,
            details: author.approval
              ? { ...details, requested_by: author.approval.requestedBy, approval: author.approval.id }
              : details,
            actorUid: actorUid(author.actor),
            actorKind: author.actor.kind,
            actorName: actorName(author.actor),
            command: author.command,
            subjectType: subject?.type ?? null,
            subjectId: subject?.id ?? null,
          })),
        );
      },
      unchanged() {
        answered = true;
      },
    },
  };
}
