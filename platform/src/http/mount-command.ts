import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/messages";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Actor, userActor, visitorActor } from "../command/actor.ts";
import type { Command, CommandServices } from "../command/command.ts";
import { outputOf, type Pending } from "../command/execute.ts";
import { type Call, mountKeyed, mountPublic, type Output } from "./mount.ts";

/** How a command's outcome becomes the answer of an endpoint. */
type Present<E, Out, C> = {
  /** Makes the answer from the output; pure, because it is stored before the transaction commits. */
  done?: (output: Out, lang: Language) => Output<E>;
  /** The answer while a second person has to decide; without it the call answers 202 with `{ approval }`. */
  pending?: (pending: Pending, call: Call<E, C>) => Output<E> | Promise<Output<E>>;
};

/** `done` may be left out only where the command's output is the endpoint's answer. */
type PresentArgument<E, Out, C> = [Out] extends [Output<E>]
  ? [present?: Present<E, Out, C>]
  : [present: Present<E, Out, C> & Required<Pick<Present<E, Out, C>, "done">>];

/**
 * Mounts a command as an endpoint for signed-in callers: the caller is its actor, `toInput` makes its input from the checked
 * call, and the call's `Idempotency-Key` is taken inside the command's transaction.
 * A repeated call gets the stored answer with `Idempotency-Replayed: true`.
 */
export function mountCommand<E extends EndpointDefinition, Input, Out>(
  app: FastifyInstance,
  endpoint: E,
  command: Command<Input, Out, CommandServices>,
  toInput: (call: Call<E>) => Input | Promise<Input>,
  ...[present = {}]: PresentArgument<E, Out, Caller>
): void {
  if (endpoint.who.kind === "visitor") throw new Error(`${endpoint.path} is for visitors: use mountVisitorCommand`);
  const { done, pending } = present as Present<E, Out, Caller>;
  mountKeyed(app, endpoint, async (call) => {
    const outcome = await app.kit.execute<Input, Out, Output<E>>(command, {
      actor: actorOf(call),
      input: await toInput(call),
      lang: call.lang,
      idempotencyKey: call.idempotencyKey,
      present: (output) => (done ? done(output, call.lang) : (output as unknown as Output<E>)),
    });
    if (outcome.replayed) call.reply.header("idempotency-replayed", "true");
    if (outcome.status === "done") return outcome.output;
    if (pending) return pending(outcome, call);
    call.reply.code(202).serializer(JSON.stringify).send({ approval: outcome.approvalId });
    // The answer is on its way: `mount` sends nothing more.
    return undefined as Output<E>;
  });
}

/** As `mountCommand`, for endpoints that need no session: without one the actor is the visitor. No keys, no approvals. */
export function mountVisitorCommand<E extends EndpointDefinition, Input, Out>(
  app: FastifyInstance,
  endpoint: E,
  command: Command<Input, Out, CommandServices>,
  toInput: (call: Call<E, Caller | null>) => Input | Promise<Input>,
  ...[present = {}]: PresentArgument<E, Out, Caller | null>
): void {
  if (endpoint.who.kind !== "visitor") throw new Error(`${endpoint.path} is not for visitors: use mountCommand`);
  const { done } = present as Present<E, Out, Caller | null>;
  mountPublic(app, endpoint, async (call) => {
    const output = await runCommand(call, command, await toInput(call));
    return done ? done(output, call.lang) : (output as unknown as Output<E>);
  });
}

/** Who calls, and in which language. */
export type CallOrigin = { caller: Caller | null; lang: Language; request: FastifyRequest };

/**
 * Runs a command for a call whose answer is read after the commit, or which sets cookies. Not for commands that move
 * money: their answers are stored under the call's key by `mountCommand`.
 */
export async function runCommand<Input, Out>(
  call: CallOrigin,
  command: Command<Input, Out, CommandServices>,
  input: Input,
): Promise<Out> {
  const { execute } = call.request.server.kit;
  return outputOf(await execute(command, { actor: actorOf(call), input, lang: call.lang }));
}

const actorOf = ({ caller, request }: Omit<CallOrigin, "lang">): Actor =>
  caller ? userActor(caller) : visitorActor(request.ip);
