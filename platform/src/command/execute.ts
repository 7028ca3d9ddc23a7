import type { ErrorCode } from "@litfass/contract/kernel/errors";
import type { Language } from "@litfass/contract/kernel/language";
import type { Platform } from "../platform.ts";
import { hasWritten } from "../postgres/connection-sql.ts";
import type { WriteTransaction } from "../postgres/postgres.ts";
import { Problem } from "../problem.ts";
import { inSpan } from "../tracing/tracing.ts";
import type { Actor, Approval } from "./actor.ts";
import type { ApprovalPolicy } from "./approval-policy.ts";
import { createAuditTrail } from "./audit-trail.ts";
import { type AnyCommand, type Command, type CommandContext, commonErrors, type MoneyEffect } from "./command.ts";
import { keyedCall, replayOf } from "./idempotency.ts";
import { type StoredAnswer, storeAnswer } from "./idempotency-sql.ts";

/** A command broke the kernel's rules: a 500, because it is a bug. */
export class CommandFault extends Error {
  override name = "CommandFault";
}

/** The decision a second person must make before the command runs. */
export type Pending = {
  status: "pending_approval";
  approvalId: number;
  requestedAt: Date;
  effect: Pick<MoneyEffect, "direction" | "customerUid" | "currency" | "amountMicros" | "description">;
  replayed: boolean;
};
export type Outcome<Answer> = { status: "done"; output: Answer; replayed: boolean } | Pending;

/** The output of a command that moves no money. @throws CommandFault if a second person must decide first. */
export function outputOf<Answer>(outcome: Outcome<Answer>): Answer {
  if (outcome.status === "done") return outcome.output;
  throw new CommandFault(`The command waits for approval ${outcome.approvalId}, which this call cannot`);
}

export type Execution<Input, Output, Answer> = {
  actor: Actor;
  input: Input;
  lang: Language;
  /** The same key, command and input return the stored response; keys belong to the actor. */
  idempotencyKey?: string | null;
  /** Creates the response to return and store; pure, because the transaction is still open. */
  present?: (output: Output) => Answer;
};

export type Execute<Services> = <Input, Output, Answer = Output>(
  command: Command<Input, Output, Services>,
  execution: Execution<Input, Output, Answer>,
) => Promise<Outcome<Answer>>;

export type ExecutorOptions = {
  /** Every command that can be approved later; the executor finds it by name. */
  commands: readonly AnyCommand[];
  approvals: ApprovalPolicy;
};

const doneStatus = 200;
const pendingStatus = 202;

/** The only way to make changes: runs each command in one transaction opened here. */
export function createExecutor<Services>(
  platform: Platform,
  services: Services,
  { commands, approvals }: ExecutorOptions,
): Execute<Services> {
  const byName = new Map(commands.map((each) => [each.name, each]));
  if (byName.size !== commands.length) throw new Error("Two commands have the same name");
  const { clock, random, config, files } = platform;

  type Run = {
    tx: WriteTransaction;
    command: AnyCommand;
    actor: Actor;
    lang: Language;
    idempotencyKey: string | null;
    approval: Approval | null;
    afterCommit: (() => Promise<unknown>)[];
  };

  function contextOf(run: Run): { ctx: CommandContext<Services>; isAudited(): boolean } {
    const { tx, command, actor, approval } = run;
    const audit = createAuditTrail(tx, clock, { command: command.name, actor, approval });
    const ctx: CommandContext<Services> = {
      tx,
      actor,
      approval,
      idempotencyKey: run.idempotencyKey,
      clock,
      random,
      lang: run.lang,
      audit: audit.trail,
      jobs: { send: (name, data, options) => platform.jobs.send(name, data, { ...options, tx }) },
      afterCommit: (task) => void run.afterCommit.push(task),
      config,
      log: platform.log.child({ command: command.name }),
      files,
      services,
      async runApproved(name, input, given) {
        const approved = byName.get(name);
        if (!approved) throw new CommandFault(`There is no command ${name} to approve`);
        const inner = contextOf({ ...run, command: approved, approval: given, idempotencyKey: null });
        const output = await checked(approved, () => approved.run({ ctx: inner.ctx as never, input: input as never }));
        if (!inner.isAudited()) throw new CommandFault(`${name} wrote nothing to the audit log`);
        return output;
      },
    };
    return { ctx, isAudited: audit.isAnswered };
  }

  return async (command, { actor, input, lang, idempotencyKey = null, present }) => {
    type Answer = ReturnType<NonNullable<typeof present>>;
    const afterCommit: Run["afterCommit"] = [];
    const keyed = idempotencyKey ? keyedCall(command.name, actor, idempotencyKey, input, clock.now()) : null;

    const execution = () =>
      platform.db.transaction(async (transaction): Promise<Outcome<Answer>> => {
        const tx = transaction as WriteTransaction;
        const stored = keyed ? await replayOf(tx, keyed) : null;
        if (stored) return outcomeOf<Answer>(stored);
        const run = { tx, command: command as AnyCommand, actor, lang, idempotencyKey, approval: null, afterCommit };
        const { ctx, isAudited } = contextOf(run);
        const effect = (await command.money?.({ ctx, input })) ?? null;
        const held = effect
          ? await approvals.holdBack(ctx, { command: command.name, input: effect.input ?? input, effect })
          : null;
        const made: Outcome<Answer> =
          held && effect
            ? { status: "pending_approval", ...held, effect: shownOf(effect), replayed: false }
            : await doneBy(() => command.run({ ctx, input }), present);
        if (!isAudited() && (await hasWritten(tx))) {
          throw new CommandFault(`${command.name} changed something and wrote nothing to the audit log`);
        }
        if (keyed) await storeAnswer(tx, keyed, storedOf(made));
        return made;
      });
    const attributes = { "litfass.command": command.name, "litfass.actor_kind": actor.kind };
    const outcome = await inSpan(`command ${command.name}`, { attributes }, () =>
      checked(command as AnyCommand, execution),
    );
    for (const task of afterCommit) {
      await task().catch((error: unknown) => {
        platform.log.error({ err: error, command: command.name }, "what follows a command failed");
      });
    }
    return outcome;
  };
}

async function doneBy<Output, Answer>(
  run: () => Promise<Output>,
  present?: (output: Output) => Answer,
): Promise<Outcome<Answer>> {
  const output = await run();
  // Without a presenter the response is the output itself.
  return { status: "done", output: present ? present(output) : (output as unknown as Answer), replayed: false };
}

/** Passes on only the problems that the command declares. */
async function checked<T>(command: AnyCommand, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const allowed: readonly ErrorCode[] = [...commonErrors, ...command.errors, "idempotency_conflict"];
    if (allowed.includes(error.kind) || error.details.code === "still_running") throw error;
    throw new CommandFault(`${command.name} threw "${error.kind}", which it does not declare`, { cause: error });
  }
}

const shownOf = ({ direction, customerUid, currency, amountMicros, description }: MoneyEffect): Pending["effect"] => ({
  direction,
  customerUid,
  currency,
  amountMicros,
  description,
});

type StoredPending = Omit<Pending, "status" | "requestedAt" | "effect" | "replayed"> & {
  requestedAt: string;
  effect: Omit<Pending["effect"], "amountMicros"> & { amountMicros: string };
};

function storedOf(outcome: Outcome<unknown>): { status: number; answer: unknown } {
  if (outcome.status === "done") return { status: doneStatus, answer: outcome.output };
  const { approvalId, requestedAt, effect } = outcome;
  const answer: StoredPending = {
    approvalId,
    requestedAt: requestedAt.toISOString(),
    effect: { ...effect, amountMicros: effect.amountMicros.toString() },
  };
  return { status: pendingStatus, answer };
}

function outcomeOf<Answer>({ status, answer }: StoredAnswer): Outcome<Answer> {
  if (status !== pendingStatus) return { status: "done", output: answer as Answer, replayed: true };
  const { approvalId, requestedAt, effect } = answer as StoredPending;
  return {
    status: "pending_approval",
    approvalId,
    requestedAt: new Date(requestedAt),
    effect: { ...effect, amountMicros: BigInt(effect.amountMicros) },
    replayed: true,
  };
}
