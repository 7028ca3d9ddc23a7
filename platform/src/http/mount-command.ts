import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/messages";
import type { FastifyInstance } from "fastify";
import { userActor } from "../command/actor.ts";
import type { Command, CommandServices } from "../command/command.ts";
import type { Pending } from "../command/execute.ts";
import { idempotencyKeyOf } from "./idempotency/idempotency.ts";
import { type Call, mountKeyed, type Output } from "./mount.ts";

/** How a command's outcome becomes the answer of an endpoint. */
type Present<E, Out> = {
  /** Makes the answer from the output; pure, because it is stored before the transaction commits. */
  done?: (output: Out, lang: Language) => Output<E>;
  /** The answer while a second person has to decide; without it the call answers 202 with `{ approval }`. */
  pending?: (pending: Pending, call: Call<E>) => Output<E> | Promise<Output<E>>;
};

/** `done` may be left out only where the command's output is the endpoint's answer. */
type PresentArgument<E, Out> = [Out] extends [Output<E>]
  ? [present?: Present<E, Out>]
  : [present: Present<E, Out> & Required<Pick<Present<E, Out>, "done">>];

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
  ...[present = {}]: PresentArgument<E, Out>
): void {
  const { done, pending } = present as Present<E, Out>;
  mountKeyed(app, endpoint, async (call) => {
    const outcome = await app.kit.execute<Input, Out, Output<E>>(command, {
      actor: userActor(call.caller),
      input: await toInput(call),
      lang: call.lang,
      idempotencyKey: endpoint.movesMoney ? idempotencyKeyOf(call.request) : null,
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
