import type { Language } from "@litfass/contract/kernel/messages";
import type { Caller, Reach, Role } from "@litfass/contract/kernel/roles";

/** Who changes something. Every command has one, and every audit entry names it. */
export type Actor =
  | { kind: "user"; uid: string; role: Role; reach: Reach; lang: Language }
  /** A program that acts for a user with a key of that user. */
  | { kind: "api_key"; id: string; uid: string; role: Role; reach: Reach; lang: Language }
  /** Nobody is signed in. The address is for limits only: it is never stored with what the visitor changes. */
  | { kind: "visitor"; ip: string }
  /** Work that the installation does by itself; `name` is the job's. */
  | { kind: "job"; name: string }
  /** Somebody at the command line of the installation. */
  | { kind: "operator" };

/** A visitor's call as an actor. */
export const visitorActor = (ip: string): Actor => ({ kind: "visitor", ip });

/** The approval under which a command runs: `requestedBy` asked for it, the actor is the second person. */
export type Approval = { id: number; requestedBy: string };

/** The actor of a signed-in call. */
export const userActor = ({ uid, role, reach, lang }: Caller): Actor => ({ kind: "user", uid, role, reach, lang });

/** The user who acts, or for whom a key acts; null for visitors, jobs and the operator. */
export const actorUid = (actor: Actor): string | null => ("uid" in actor ? actor.uid : null);

/** What tells two actors of a kind apart beside the user: the job or the key. Visitors stay unknown. */
export const actorName = (actor: Actor): string | null =>
  actor.kind === "job" ? actor.name : actor.kind === "api_key" ? actor.id : null;

/**
 * The caller that an actor is, for rules about roles and reach.
 * @throws Error for visitors, jobs and the operator: a command that asks for a caller is for people only.
 */
export function callerOf(actor: Actor): Caller {
  if (!("uid" in actor)) throw new Error(`A ${actor.kind} cannot do what only users may do`);
  const { uid, role, reach, lang } = actor;
  return { uid, role, reach, lang };
}

/**
 * Under which name an actor's idempotency keys are stored. Uids contain no colon.
 * @throws Error for visitors: one visitor's key would answer another's call.
 */
export function keyOwner(actor: Actor): string {
  if (actor.kind === "visitor") throw new Error("A visitor has no idempotency keys");
  return actorUid(actor) ?? (actor.kind === "job" ? `job:${actor.name}` : "operator:");
}
