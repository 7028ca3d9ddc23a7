import {
  acceptsIdempotencyKey,
  type CallParsed,
  type EndpointDefinition,
  type FileOutput,
} from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, FastifySchemaCompiler } from "fastify";
import type { z } from "zod";
import { forbidden, invalid, unauthenticated } from "../problem.ts";
import { checkAccount } from "./admission.ts";
import { asDeclared } from "./declared-errors.ts";
import { type ContractRoute, contractValidator } from "./errors.ts";
import { type FileAnswer, sendFile } from "./file-answer.ts";
import { readForm, type UploadedFile } from "./form.ts";
import { languageOf } from "./language.ts";
import { routeSchema, successStatus } from "./route-schema.ts";
import { identify } from "./signed-in.ts";

export const apiBase = "/api/v1";

/** The output of a handler. */
export type Output<E> =
  E extends EndpointDefinition<infer _P, infer _Q, infer _B, infer O>
    ? O extends z.ZodType
      ? z.output<O>
      : O extends FileOutput
        ? FileAnswer
        : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing
          undefined | void
    : never;

/** The input of a handler. */
export type Call<E, C = Caller> = CallParsed<E> & {
  caller: C;
  /** Language of the response. */
  lang: Language;
  /** Files of a form; empty for other calls. */
  files: UploadedFile[];
  /** The client's key if the endpoint accepts one. */
  idempotencyKey: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<E, C = Caller> = (call: Call<E, C>) => Promise<Output<E>>;

/** Mounts an endpoint for signed-in callers: checks the caller, the input and the output against the contract. */
export function mount<E extends EndpointDefinition>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  if (acceptsIdempotencyKey(endpoint))
    throw new Error(`${endpoint.path} accepts a key: use mountCommand or mountKeyed`);
  mountKeyed(app, endpoint, handler);
}

/** Like `mount`, for handlers that pass the call's `Idempotency-Key` to their commands. */
export function mountKeyed<E extends EndpointDefinition>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  if (endpoint.who.kind === "visitor") throw new Error(`${endpoint.path} is for visitors: use mountPublic`);
  register(app, endpoint, handler as unknown as AnyHandler);
}

/** Mounts an endpoint that visitors may call; `caller` is null if no one is signed in. */
export function mountPublic<E extends EndpointDefinition>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, Caller | null>,
): void {
  if (endpoint.who.kind !== "visitor") throw new Error(`${endpoint.path} is not for visitors: use mount`);
  register(app, endpoint, handler as unknown as AnyHandler);
}

type AnyHandler = (call: Call<EndpointDefinition, Caller | null>) => Promise<unknown>;

function register(app: FastifyInstance, endpoint: EndpointDefinition, handler: AnyHandler): void {
  for (const [index, path] of [endpoint.path, ...(endpoint.aliases ?? [])].entries()) {
    app.route({
      method: endpoint.method,
      url: `${apiBase}${path}`,
      schema: routeSchema(endpoint, { hide: index > 0 }),
      onRequest: (request, reply) => {
        // A signed-in user's responses are private; handlers of public content override this.
        reply.header("cache-control", "no-store");
        return admit(app, endpoint, request);
      },
      // A form's fields are validated after it was read, later than Fastify's own validation.
      ...(endpoint.multipart ? { validatorCompiler: formValidator } : {}),
      handler: async (request, reply) => send(endpoint, handler, await callOf(endpoint, request, reply)),
    });
  }
}

const formValidator: FastifySchemaCompiler<FastifySchema> = (route) =>
  route.httpPart === "body" ? () => true : contractValidator(route as unknown as ContractRoute);

/** 401, 419, 403, 430, 429 in this order, before the body is read. */
async function admit(app: FastifyInstance, endpoint: EndpointDefinition, request: FastifyRequest): Promise<void> {
  const { limits, antiForgery, cookies } = app.services;
  await limits.countAddress(request.ip);
  const signedIn = await identify(app, request);
  if (endpoint.who.kind !== "visitor" && !signedIn) throw unauthenticated();
  if (endpoint.sessionless) antiForgery.checkOrigin(request);
  else if (endpoint.method !== "GET") antiForgery.check(request, cookies.read(request));
  if (reachOf(endpoint.who, signedIn?.role ?? null) === null) throw forbidden();
  if (signedIn && endpoint.who.kind !== "visitor") await checkAccount(signedIn, endpoint.account);
  await limits.countCaller(signedIn?.uid ?? null, request.ip);
}

async function send(
  endpoint: EndpointDefinition,
  handler: AnyHandler,
  call: Call<EndpointDefinition, Caller | null>,
): Promise<FastifyReply> {
  const { reply } = call;
  const status = successStatus(endpoint);
  const output = await handler(call).catch((error: unknown) => {
    throw asDeclared(endpoint, error);
  });
  if (reply.sent) return reply;
  if (endpoint.output === null) return reply.code(status).send();
  if ("file" in endpoint.output) return sendFile(reply.code(status), output as FileAnswer);
  return reply.code(status).send(output);
}

async function callOf(
  endpoint: EndpointDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call<EndpointDefinition, Caller | null>> {
  const { signedIn } = request;
  const reach = reachOf(endpoint.who, signedIn?.role ?? null);
  const lang = languageOf(request);
  const caller = signedIn && reach ? { uid: signedIn.uid, role: signedIn.role, reach, lang } : null;
  const form = endpoint.multipart ? await readForm(request, endpoint.multipart, endpoint.body) : null;
  return {
    caller,
    params: endpoint.params ? request.params : undefined,
    query: endpoint.query ? request.query : undefined,
    body: form ? form.body : endpoint.body ? request.body : undefined,
    files: form?.files ?? [],
    lang,
    idempotencyKey: acceptsIdempotencyKey(endpoint) ? idempotencyKeyOf(request) : null,
    request,
    reply,
  } as Call<EndpointDefinition, Caller | null>;
}

/** The key sent by the client, or null. @throws Problem 422 unless it has 1 to 200 visible characters. */
function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid({ "Idempotency-Key": ["rule.regex"] });
  }
  return key;
}
