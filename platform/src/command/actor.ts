import type { Language } from "@litfass/contract/kernel/language";
import type { Caller, Reach, Role } from "@litfass/contract/kernel/roles";

/** Who makes a change. Every command has an actor, and every audit entry names it. */
export type Actor =
  | { kind: "user"; uid: string; role: Role; reach: Reach; lang: Language }
  /** A program that acts for a user with the user's key. */
  | { kind: "api_key"; id: string; uid: string; role: Role; reach: Reach; lang: Language }
  /** No one is signed in. The address is for limits only: it is never stored with the visitor's changes. */
  | { kind: "visitor"; ip: string }
  /** Automatic work of the installation; `name` is the job's. */
  | { kind: "job"; name: string }
  /** An operator at the installation's command line. */
  | { kind: "operator" };

/** A visitor's call as an actor. */
export const visitorActor = (ip: string): Actor => ({ kind: "visitor", ip });

/** The approval under which a command runs: `requestedBy` asked for it, the actor is the second person. */
export type Approval = { id: number; requestedBy: string };

/** The actor of a signed-in call. */
export const userActor = ({ uid, role, reach, lang }: Caller): Actor => ({ kind: "user", uid, role, reach, lang });

/** The user who acts, or for whom a key acts; null for visitors, jobs and the operator. */
export const actorUid = (actor: Actor): string | null => ("uid" in actor ? actor.uid : null);

/** Distinguishes two actors of a kind besides the user: the job or the key. Visitors stay anonymous. */
export const actorName = (actor: Actor): string | null =>
  actor.kind === "job" ? actor.name : actor.kind === "api_key" ? actor.id : null;

/**
 * The caller of an actor, for rules about roles and reach.
 * @throws Error for visitors, jobs and the operator: commands that need a caller are for people only.
 */
export function callerOf(actor: Actor): Caller {
  if (!("uid" in actor)) throw new Error(`A ${actor.kind} cannot do what only users may do`);
  const { uid, role, reach, lang } = actor;
  return { uid, role, reach, lang };
}

/**
 * The owner under which an actor's idempotency keys are stored. Uids contain no colon.
 * @throws Error for visitors, whose keys could collide.
 */
export function keyOwner(actor: Actor): string {
  if (actor.kind === "visitor") throw new Error("A visitor has no idempotency keys");
  return actorUid(actor) ?? (actor.kind === "job" ? `job:${actor.name}` : "operator:");
}
