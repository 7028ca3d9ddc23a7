import type { FastifyRequest } from "fastify";
import { invalid } from "../problem.ts";

/** The key that the client sent, or null. @throws Problem 422 where it is not 1 to 200 visible characters. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid({ "Idempotency-Key": ["rule.regex"] });
  }
  return key;
}
