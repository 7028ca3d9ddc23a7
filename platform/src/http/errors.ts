import type { ProblemBody } from "@litfass/contract/kernel/errors";
import { fieldErrors } from "@litfass/contract/kernel/field-errors";
import type { Language } from "@litfass/contract/kernel/language";
import { isMessageKey, message } from "@litfass/contract/kernel/messages";
import { fieldLabel } from "@litfass/contract/kernel/messages/field-labels";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { notFound, Problem } from "../problem.ts";
import { languageOf } from "./language.ts";
import { nulPath } from "./nul.ts";

/** Input that violates the contract. `part`: params, querystring, body. */
export class ContractMismatch extends Error {
  override readonly cause: z.ZodError;
  readonly part: string;

  constructor(cause: z.ZodError, part: string) {
    super(`The ${part} does not fit the contract`);
    this.cause = cause;
    this.part = part;
  }
}

/** 422 at a field with a character that no text may contain. */
export const nulProblem = (path: string): Problem => new Problem("invalid", { errors: { [path]: ["rule.regex"] } });

export type ContractRoute = { schema: z.ZodType; httpPart?: string };

/** Validates a part of a request. */
export const contractValidator =
  ({ schema, httpPart = "body" }: ContractRoute) =>
  (data: unknown) => {
    const nul = nulPath(data);
    if (nul !== null) return { error: nulProblem(nul) };
    const parsed = schema.safeParse(data, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: new ContractMismatch(parsed.error, httpPart) };
  };

const textOf = (text: string, language: Language, values?: Record<string, string | number>): string =>
  isMessageKey(text) ? message(text, language, values) : text;

/** A problem in the format of the API, in a language. */
export function problemBody(problem: Problem, language: Language, requestId: string): ProblemBody {
  const { details, kind } = problem;
  const body: ProblemBody = {
    message: textOf(details.message ?? `error.${kind}`, language, details.values),
    code: details.code ?? kind,
  };
  if (details.errors) {
    body.errors = Object.fromEntries(
      Object.entries(details.errors).map(([field, texts]) => [
        field,
        texts.map((text) => textOf(text, language, { field: fieldLabel(field, language), ...details.values })),
      ]),
    );
  }
  if (kind === "internal") body.request_id = requestId;
  return body;
}

/** Sends a problem. A 430 also contains the fresh user's fields for the client. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { details } = problem;
  if (details.retryAfterSeconds !== undefined) reply.header("retry-after", String(details.retryAfterSeconds));
  const body = problemBody(problem, languageOf(request), request.id);
  const user = details.user && typeof details.user === "object" ? details.user : {};
  return reply
    .code(problem.status)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ ...user, ...body });
}

/** Converts any error into a problem; only unexpected ones become a 500 and are logged. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error, request);
  if (problem.kind === "internal") request.log.error({ err: error }, "a request failed");
  return sendProblem(request, reply, problem);
}

function problemOf(error: FastifyError | Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ContractMismatch) {
    // An impossible path is 404, whatever else is wrong with it.
    if (error.part === "params") return notFound();
    return new Problem("invalid", { errors: fieldErrors(error.cause, languageOf(request)) });
  }
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new TooLarge();
  if (status !== undefined && status >= 400 && status < 500) return new Problem("invalid", { errors: {} });
  return new Problem("internal");
}

/** 413: the body exceeds the call's limit. */
export class TooLarge extends Problem {
  override readonly status = 413;
  constructor() {
    super("invalid", { code: "too_large", message: "error.too_large" });
  }
}
