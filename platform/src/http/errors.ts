import type { ProblemBody } from "@litfass/contract/kernel/errors";
import { fieldErrors, fieldLabel } from "@litfass/contract/kernel/field-errors";
import { isMessageKey, type Language, message } from "@litfass/contract/kernel/messages";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { notFound, Problem } from "../problem.ts";
import { languageOf } from "./language.ts";
import { nulPath } from "./nul.ts";

/** What came in does not fit the contract. `part` says where: params, querystring, body. */
export class ContractMismatch extends Error {
  override readonly cause: z.ZodError;
  readonly part: string;

  constructor(cause: z.ZodError, part: string) {
    super(`The ${part} does not fit the contract`);
    this.cause = cause;
    this.part = part;
  }
}

/** 422 at the field that holds a character which no text may hold. */
export const nulProblem = (path: string): Problem => new Problem("invalid", { errors: { [path]: ["rule.regex"] } });

export type ContractRoute = { schema: z.ZodType; httpPart?: string };

/** Checks a part of a request by its schema. */
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

/** A problem as it goes over the wire, in a language. */
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

/** Answers with a problem. A 430 also carries the fresh user's fields, which the client takes over. */
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

/** Turns whatever was thrown into a problem; only what we did not foresee becomes a 500, and is logged. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error, request);
  if (problem.kind === "internal") request.log.error({ err: error }, "a request failed");
  return sendProblem(request, reply, problem);
}

function problemOf(error: FastifyError | Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ContractMismatch) {
    // A path that no resource can have is not found, whatever is wrong with it.
    if (error.part === "params") return notFound();
    return new Problem("invalid", { errors: fieldErrors(error.cause, languageOf(request)) });
  }
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new TooLarge();
  if (status !== undefined && status >= 400 && status < 500) return new Problem("invalid", { errors: {} });
  return new Problem("internal");
}

/** 413: the body is larger than the call takes. */
export class TooLarge extends Problem {
  override readonly status = 413;
  constructor() {
    super("invalid", { code: "too_large", message: "error.too_large" });
  }
}
