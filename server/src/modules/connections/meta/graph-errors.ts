import type { ConnectionProblem } from "@litfass/contract/connections/connections";
import { z } from "zod";
import type { FailedAnswer } from "../calls/call-service.ts";
import type { ServiceFault } from "../calls/service-problem.ts";

/** Codes of the Graph API (Handle Errors; Rate Limits) and the Marketing API (Error Codes). */
const meanings: Record<string, ConnectionProblem> = {
  // An unknown error, and a service that is down: both temporary.
  1: "unreachable",
  2: "unreachable",
  102: "expired",
  190: "expired",
  10: "refused",
  // An object that does not exist or cannot be loaded with these permissions.
  "100/33": "no_account",
  // The app itself: its capability, secret, proof, access to the Marketing API, or a retired version.
  3: "misconfigured",
  100: "misconfigured",
  101: "misconfigured",
  104: "misconfigured",
  294: "misconfigured",
  2635: "misconfigured",
  4: "busy",
  17: "busy",
  32: "busy",
  341: "busy",
  368: "busy",
  613: "busy",
};

const failure = z.object({
  error: z.object({ code: z.number(), error_subcode: z.number().optional() }),
});

/** The meaning of a Graph API error. Its HTTP status is 400 for nearly everything, so the code decides. */
export function explainGraph({ status, headers, body }: FailedAnswer): ServiceFault {
  const parsed = failure.safeParse(body);
  if (!parsed.success) return { problem: status >= 500 ? "unreachable" : "misconfigured", code: "no code" };
  const { code, error_subcode: subcode = 0 } = parsed.data.error;
  const problem = meanings[`${code}/${subcode}`] ?? meanings[code] ?? byRange(code, status);
  const retryAfterMs = problem === "busy" ? regainAccessMs(headers) : null;
  return { problem, code: `code ${code}/${subcode}`, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
}

function byRange(code: number, status: number): ConnectionProblem {
  // 200 to 299 are permissions, 80000 to 80014 the limits of business use cases.
  if (code >= 200 && code < 300) return "refused";
  if (code >= 80_000 && code <= 80_014) return "busy";
  return status >= 500 ? "unreachable" : "misconfigured";
}

const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().default(0) })));

/** `X-Business-Use-Case-Usage` says in minutes when calls are accepted again. */
function regainAccessMs(headers: Headers): number | null {
  try {
    const parsed = usage.safeParse(JSON.parse(headers.get("x-business-use-case-usage") ?? ""));
    if (!parsed.success) return null;
    const minutes = Object.values(parsed.data).flatMap((uses) =>
      uses.map(({ estimated_time_to_regain_access: each }) => each),
    );
    const longest = Math.max(0, ...minutes);
    return longest === 0 ? null : longest * 60_000;
  } catch {
    return null;
  }
}
