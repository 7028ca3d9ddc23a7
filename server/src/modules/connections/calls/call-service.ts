import { type Egress, EgressError, type EgressRequest } from "@litfass/platform/egress/egress";
import type { Platform } from "@litfass/platform/platform";
import type { z } from "zod";
import { type ServiceFault, ServiceProblem } from "./service-problem.ts";

/** Dependencies of reading from a service. */
export type ServicePlatform = Pick<Platform, "config" | "egress" | "clock">;

/** An unsuccessful response, for a service's own error table. */
export type FailedAnswer = { status: number; headers: Headers; body: unknown };
export type ExplainFailure = (answer: FailedAnswer) => ServiceFault;

const timeoutMs = 20_000;
const maxBodyBytes = 20_000_000;

/**
 * Calls a service and parses its response.
 * @throws ServiceProblem; `explain` interprets errors
 */
export async function callService<Answer>(
  egress: Egress,
  url: string,
  { schema, explain }: { schema: z.ZodType<Answer>; explain: ExplainFailure },
  request: EgressRequest = {},
): Promise<Answer> {
  const answer = await send(egress, url, request);
  if (answer.status !== 200) {
    const { problem, code, retryAfterMs } = explain(answer);
    const asked = retryAfterMs ?? retryAfterOf(answer.headers);
    throw new ServiceProblem(problem, `status ${answer.status}, ${code}: ${messageOf(answer.body)}`, asked);
  }
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw new ServiceProblem("unreachable", `unexpected answer: ${parsed.error.message}`);
  return parsed.data;
}

async function send(egress: Egress, url: string, request: EgressRequest): Promise<FailedAnswer> {
  try {
    const { status, headers, text } = await egress(url, { timeoutMs, maxBytes: maxBodyBytes, ...request });
    return { status, headers, body: parseJson(text()) };
  } catch (error) {
    if (error instanceof EgressError) throw new ServiceProblem("unreachable", error.message);
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Google and Meta both answer `{error: {message}}`. */
const messageOf = (body: unknown): string =>
  String((body as { error?: { message?: unknown } } | null)?.error?.message ?? "no reason given").slice(0, 300);

/** The `Retry-After` header in milliseconds, in its form of seconds; null if there is none. */
export function retryAfterOf(headers: Headers): number | null {
  const header = headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null;
}
