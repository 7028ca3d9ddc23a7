import type { ErrorCode } from "@litfass/contract/kernel/errors";
import type { Language } from "@litfass/contract/kernel/language";
import type { Currency } from "@litfass/contract/kernel/money";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import type { FileStore } from "../files/files.ts";
import type { SendOptions } from "../jobs/jobs.ts";
import type { Log } from "../log/log.ts";
import type { WriteTransaction } from "../postgres/postgres.ts";
import type { Random } from "../random.ts";
import type { Actor, Approval } from "./actor.ts";
import type { AuditTrail } from "./audit-trail.ts";

/** The errors that every command may throw without declaring them. */
export const commonErrors = [
  "unauthenticated",
  "forbidden",
  "csrf_mismatch",
  "invalid",
  "too_many_requests",
  "account_state",
  "internal",
] as const satisfies readonly ErrorCode[];

/** Sends jobs inside the command's transaction: they exist if and only if it commits. */
export type CommandJobs = {
  send(name: string, data: object, options?: Omit<SendOptions, "tx">): Promise<string | null>;
};

/** The dependencies of a command. `Services` are those beyond the platform. */
export type CommandContext<Services = unknown> = {
  tx: WriteTransaction;
  actor: Actor;
  /** Set while an approved command runs, null otherwise. */
  approval: Approval | null;
  /** The client's key, to be stored with the effect if it must outlive the stored response. */
  idempotencyKey: string | null;
  clock: Clock;
  random: Random;
  /** Language of the response. */
  lang: Language;
  audit: AuditTrail;
  jobs: CommandJobs;
  /** Runs after the commit, before the caller gets a response. Errors are logged and fail nothing. */
  afterCommit(run: () => Promise<unknown>): void;
  config: Config;
  log: Log;
  files: FileStore;
  services: Services;
  /** Runs a command held for a second person in this transaction, and records its requester. */
  runApproved(name: string, input: unknown, approval: Approval): Promise<unknown>;
};

export type CommandCall<Input, Services = unknown> = { ctx: CommandContext<Services>; input: Input };

/** Money that a command creates for a customer (`credit`) or takes and pays back (`refund`). */
export type MoneyEffect = {
  direction: "credit" | "refund";
  customerUid: string;
  currency: Currency;
  /** Always positive. */
  amountMicros: bigint;
  description: string;
  /** Earlier movements or requests of the same matter, for example parts of one refund. */
  alongMicros?: bigint;
  /** People who already decided on this money, for example the approver of the order that is now paid. */
  seenBy?: string[];
  /** The input to store for the second person, if it must be pinned to the requested values. */
  input?: unknown;
};

export type Command<Input, Output, Services = unknown> = {
  /** `module.verb_object`, unique: the name in audit entries, approvals, idempotency records and logs. */
  name: string;
  /** The kinds of `Problem` it may throw beyond the common ones. */
  errors: readonly ErrorCode[];
  /** The money it moves, determined before it runs; null if none. Only for commands that create or return money. */
  money?: (call: CommandCall<Input, Services>) => Promise<MoneyEffect | null>;
  /** Makes the change. The output must be JSON-serializable if calls have an idempotency key. */
  run: (call: CommandCall<Input, Services>) => Promise<Output>;
};

/** Any command, for lists of them. */
export type AnyCommand = Command<never, unknown, never>;

/** Declares a command. */
export const command = <Input, Output, Services = unknown>(
  definition: Command<Input, Output, Services>,
): Command<Input, Output, Services> => definition;

/**
 * The services the executor offers to commands beyond the platform. A module adds its own: `declare module
 * ".../platform/command/command.ts" { interface CommandServices { cards: … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules merge their services into it
export interface CommandServices {}
