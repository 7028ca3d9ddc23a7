import type { ConnectionProblem } from "@litfass/contract/connections/connections";
import { type Egress, EgressError, type EgressRequest } from "@litfass/platform/egress/egress";
import type { z } from "zod";

/** Why a service gave no figures. */
export class ServiceProblem extends Error {
  override name = "ServiceProblem";
  readonly problem: ConnectionProblem;

  constructor(problem: ConnectionProblem, message: string = problem) {
    super(message);
    this.problem = problem;
  }
}

const timeoutMs = 20_000;
const maxBytes = 20_000_000;

/**
 * Asks a service and reads its answer.
 * @throws ServiceProblem with what is wrong in our words; its message is for the log and holds nothing of the question
 */
export async function askService<Answer>(
  egress: Egress,
  url: string,
  schema: z.ZodType<Answer>,
  request: EgressRequest = {},
): Promise<Answer> {
  const { status, body } = await send(egress, url, request);
  if (status !== 200) throw new ServiceProblem(problemOf(status, body), `status ${status}: ${reasonOf(body)}`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ServiceProblem("unreachable", `an answer of another shape: ${parsed.error.message}`);
  return parsed.data;
}

async function send(egress: Egress, url: string, request: EgressRequest): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await egress(url, { timeoutMs, maxBytes, ...request });
    return { status: answer.status, body: readJson(answer.text()) };
  } catch (error) {
    if (error instanceof EgressError) throw new ServiceProblem("unreachable", error.message);
    throw error;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Google and Facebook both answer `{error: {…}}`; Google's streams wrap it in a list. */
const errorOf = (body: unknown): { code?: unknown; message?: unknown } =>
  ((Array.isArray(body) ? body[0] : body) as { error?: object } | null)?.error ?? {};

const reasonOf = (body: unknown): string => String(errorOf(body).message ?? "no reason given").slice(0, 300);

/** Facebook's own numbers: the token is not good, the permission is not there, too many questions. */
const facebookProblems: Record<number, ConnectionProblem> = {
  190: "expired",
  102: "expired",
  10: "refused",
  200: "refused",
  4: "busy",
  17: "busy",
  32: "busy",
  613: "busy",
  80000: "busy",
  80004: "busy",
};

function problemOf(status: number, body: unknown): ConnectionProblem {
  const byNumber = facebookProblems[Number(errorOf(body).code)];
  if (byNumber) return byNumber;
  if (status === 401) return "expired";
  if (status === 429) return "busy";
  return status >= 500 ? "unreachable" : "refused";
}
