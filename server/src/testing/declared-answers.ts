import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

type DeclaredAnswer = z.ZodType | { content?: Record<string, { schema: z.ZodType }> };

/** Violations of declared responses by request, until they are reported. */
const brokenByApp = new WeakMap<FastifyInstance, Map<string, string>>();

/** Compares every response of the app with the statuses, media types and schemas that its route declares. */
export function compareAnswers(app: FastifyInstance): void {
  const broken = new Map<string, string>();
  brokenByApp.set(app, broken);
  app.addHook("onSend", async (request, reply, payload) => {
    const problem = undeclared(request, reply, payload);
    if (problem) broken.set(request.id, `${request.method} ${request.url} ${problem}`);
    return payload;
  });
}

/** @throws Error if the response to this request was not as declared. */
export function expectDeclared(app: FastifyInstance, requestId: unknown): void {
  const broken = brokenByApp.get(app);
  const problem = broken?.get(String(requestId));
  if (!problem) return;
  broken?.delete(String(requestId));
  throw new Error(problem);
}

/** @throws Error with every undeclared response not yet reported to a test. */
export function expectAllDeclared(app: FastifyInstance): void {
  const problems = [...(brokenByApp.get(app)?.values() ?? [])];
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** The violation of the declaration, or null. Routes without one, such as pages, are not part of the API. */
function undeclared(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | null {
  const answers = request.routeOptions.schema?.response as Record<number, DeclaredAnswer> | undefined;
  if (!answers) return null;
  const answer = answers[reply.statusCode];
  if (!answer) return `answers ${reply.statusCode}, which it does not declare: ${String(payload).slice(0, 500)}`;
  if (answer instanceof z.ZodType || !answer.content) return payload ? `answers ${reply.statusCode} with a body` : null;
  const [type = ""] = String(reply.getHeader("content-type") ?? "").split(";");
  const media = answer.content[type];
  if (!media) return `answers ${reply.statusCode} with ${type}, which it does not declare`;
  if (type !== "application/json") return null;
  const fits = validatorOf(media.schema);
  if (fits(JSON.parse(String(payload)))) return null;
  const errors = fits.errors?.map((each) => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`);
  return `answers ${reply.statusCode} against its schema: ${errors?.join("; ")} in ${String(payload).slice(0, 1_000)}`;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const validators = new WeakMap<z.ZodType, ValidateFunction>();

function validatorOf(schema: z.ZodType): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const { $id: _id, ...json } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
  const compiled = ajv.compile(withoutIds(json) as object);
  validators.set(schema, compiled);
  return compiled;
}

/** Named schemas would be registered twice under their name. */
function withoutIds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutIds);
  if (node === null || typeof node !== "object") return node;
  const isNamed = "id" in node && typeof node.id === "string";
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => (isNamed && key === "id" ? [] : [[key, withoutIds(value)]])),
  );
}
