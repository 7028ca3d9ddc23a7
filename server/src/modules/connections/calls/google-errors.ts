import type { ConnectionProblem } from "@litfass/contract/connections/connections";
import { z } from "zod";
import type { FailedAnswer } from "./call-service.ts";
import type { ServiceFault } from "./service-problem.ts";

/**
 * Codes of `GoogleAdsFailure` (Google Ads API, reference of AuthenticationError, AuthorizationError, QuotaError) and
 * reasons of `google.rpc.ErrorInfo` (google.api.ErrorReason) whose meaning differs from their HTTP status.
 */
const meanings: Record<string, ConnectionProblem> = {
  // The Google account has no Google Ads account: another consent would not help.
  NOT_ADS_USER: "no_account",
  CUSTOMER_NOT_FOUND: "no_account",
  CUSTOMER_NOT_ENABLED: "no_account",
  INCOMPLETE_SIGNUP: "no_account",
  ACCESS_DENIED_FOR_ACCOUNT_TYPE: "no_account",
  ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT: "no_account",
  TWO_STEP_VERIFICATION_NOT_ENROLLED: "refused",
  ADVANCED_PROTECTION_NOT_ENROLLED: "refused",
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: "refused",
  // Only the operator can fix these: the Cloud project, its access level, or a retired API version.
  PROJECT_DISABLED: "misconfigured",
  MISSING_TOS: "misconfigured",
  SERVICE_ACCESS_DENIED: "misconfigured",
  METRIC_ACCESS_DENIED: "misconfigured",
  ACCESS_PROHIBITED: "misconfigured",
  UNSUPPORTED_VERSION: "misconfigured",
  SERVICE_DISABLED: "misconfigured",
  BILLING_DISABLED: "misconfigured",
  CONSUMER_INVALID: "misconfigured",
  CONSUMER_SUSPENDED: "misconfigured",
  RESOURCE_EXHAUSTED: "busy",
  RESOURCE_TEMPORARILY_EXHAUSTED: "busy",
  RATE_LIMIT_EXCEEDED: "busy",
  RESOURCE_QUOTA_EXCEEDED: "busy",
  ACCESS_TOKEN_EXPIRED: "expired",
  CREDENTIALS_MISSING: "expired",
};
const operatorCode = /^(DEVELOPER_TOKEN|CLOUD_PROJECT|ORGANIZATION|API_KEY)_/;

const statuses: Record<number, ConnectionProblem> = {
  401: "expired",
  403: "refused",
  429: "busy",
};

const failure = z.object({
  error: z.object({
    status: z.string().default(""),
    details: z
      .array(
        z.object({
          reason: z.string().optional(),
          retryDelay: z.string().optional(),
          errors: z
            .array(
              z.object({
                errorCode: z.record(z.string(), z.string()).default({}),
                details: z
                  .object({ quotaErrorDetails: z.object({ retryDelay: z.string().optional() }).optional() })
                  .optional(),
              }),
            )
            .default([]),
        }),
      )
      .default([]),
  }),
});

/** The meaning of a Google API error: by its own code if known, else by its HTTP status. */
export function explainGoogle({ status, body }: FailedAnswer): ServiceFault {
  const parsed = failure.safeParse(body);
  const { status: name = "", details = [] } = parsed.success ? parsed.data.error : {};
  const errors = details.flatMap((each) => each.errors);
  const codes = [
    ...errors.flatMap(({ errorCode }) => Object.values(errorCode)),
    ...details.flatMap(({ reason }) => reason ?? []),
  ];
  // The status comes last: PERMISSION_DENIED covers both a closed account and a project without access.
  const code = [...codes, name].find((each) => meaningOf(each) !== undefined) ?? codes[0] ?? name;
  const delays = [
    ...details.map(({ retryDelay }) => retryDelay),
    ...errors.map((each) => each.details?.quotaErrorDetails?.retryDelay),
  ];
  const retryAfterMs = millisecondsOf(delays.find((delay) => delay !== undefined));
  return { problem: meaningOf(code) ?? byStatus(status), code, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
}

const meaningOf = (code: string): ConnectionProblem | undefined =>
  meanings[code] ?? (operatorCode.test(code) ? "misconfigured" : undefined);

/** Any other 4xx is a request that this API version does not accept, which a user cannot fix. */
const byStatus = (status: number): ConnectionProblem =>
  statuses[status] ?? (status >= 500 ? "unreachable" : "misconfigured");

/** A protobuf duration: "30s" or "1.5s". */
function millisecondsOf(duration: string | undefined): number | null {
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(duration ?? "")?.[1] ?? Number.NaN);
  return Number.isNaN(seconds) ? null : Math.ceil(seconds * 1000);
}
