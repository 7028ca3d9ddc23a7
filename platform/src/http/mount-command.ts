import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Actor, userActor, visitorActor } from "../command/actor.ts";
import type { Command, CommandServices } from "../command/command.ts";
import { outputOf, type Pending } from "../command/execute.ts";
import { type Call, mountKeyed, mountPublic, type Output } from "./mount.ts";

/** Converts a command's outcome into the endpoint's response. */
type Present<E, Out, C> = {
  /** Creates the response from the output; pure, because it is stored before the commit. */
  done?: (output: Out, lang: Language) => Output<E>;
  /** The response while a second person must decide. Required for commands that can wait for one. */
  pending?: (pending: Pending, call: Call<E, C>) => Output<E> | Promise<Output<E>>;
};

/** `done` is optional only if the command's output is the endpoint's response. */
type PresentArgument<E, Out, C> = [Out] extends [Output<E>]
  ? [present?: Present<E, Out, C>]
  : [present: Present<E, Out, C> & Required<Pick<Present<E, Out, C>, "done">>];

/**
 * Mounts a command as an endpoint for signed-in callers: the caller is its actor, `toInput` creates its input from
 * the validated call, and the `Idempotency-Key` is claimed inside the command's transaction. A repeated call gets the
 * stored response with `Idempotency-Replayed: true`.
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
    const outcome = await app.services.execute<Input, Out, Output<E>>(command, {
      actor: actorOf(call),
      input: await toInput(call),
      lang: call.lang,
      idempotencyKey: call.idempotencyKey,
      present: (output) => (done ? done(output, call.lang) : (output as unknown as Output<E>)),
    });
    if (outcome.replayed) call.reply.header("idempotency-replayed", "true");
    return pending && outcome.status === "pending_approval" ? pending(outcome, call) : outputOf(outcome);
  });
}

/** Like `mountCommand`, for endpoints without a required session: the actor may be a visitor. No keys, no approvals. */
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

/** The caller and the language. */
export type CallOrigin = { caller: Caller | null; lang: Language; request: FastifyRequest };

/**
 * Runs a command for a call whose response is read after the commit, or which sets cookies. Not for commands that
 * move money: `mountCommand` stores their responses under the call's key.
 */
export async function runCommand<Input, Out>(
  call: CallOrigin,
  command: Command<Input, Out, CommandServices>,
  input: Input,
): Promise<Out> {
  const { execute } = call.request.server.services;
  return outputOf(await execute(command, { actor: actorOf(call), input, lang: call.lang }));
}

const actorOf = ({ caller, request }: Omit<CallOrigin, "lang">): Actor =>
  caller ? userActor(caller) : visitorActor(request.ip);
