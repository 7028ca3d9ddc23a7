import { expect, test } from "vitest";
import { adsFailure, infrastructureFailure } from "../testing-service.ts";
import { explainGoogle } from "./google-errors.ts";

const meaningOf = (status: number, body: unknown, headers = new Headers()) => explainGoogle({ status, headers, body });

test.each([
  ["CUSTOMER_NOT_FOUND", 401, "no_account"],
  ["INCOMPLETE_SIGNUP", 403, "no_account"],
  ["ACCESS_DENIED_FOR_ACCOUNT_TYPE", 403, "no_account"],
  ["ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT", 403, "no_account"],
  ["TWO_STEP_VERIFICATION_NOT_ENROLLED", 401, "refused"],
  ["ADVANCED_PROTECTION_NOT_ENROLLED", 401, "refused"],
  ["PROJECT_DISABLED", 403, "misconfigured"],
  ["MISSING_TOS", 403, "misconfigured"],
  ["SERVICE_ACCESS_DENIED", 403, "misconfigured"],
  ["METRIC_ACCESS_DENIED", 403, "misconfigured"],
  ["ACCESS_PROHIBITED", 403, "misconfigured"],
  ["DEVELOPER_TOKEN_PROHIBITED", 403, "misconfigured"],
  ["CLOUD_PROJECT_NOT_UNDER_ORGANIZATION", 403, "misconfigured"],
  ["ORGANIZATION_NOT_APPROVED", 401, "misconfigured"],
  ["INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION", 403, "refused"],
] as const)("the Google Ads error %s with status %i means %s", (code, status, problem) => {
  const reply = adsFailure(status, { authorizationError: code });
  expect(meaningOf(status, reply.body)).toEqual({ problem, code });
});

test.each([
  ["BILLING_DISABLED", "misconfigured"],
  ["CONSUMER_INVALID", "misconfigured"],
  ["CONSUMER_SUSPENDED", "misconfigured"],
  ["API_KEY_INVALID", "misconfigured"],
  ["RATE_LIMIT_EXCEEDED", "busy"],
  ["RESOURCE_QUOTA_EXCEEDED", "busy"],
  ["ACCESS_TOKEN_EXPIRED", "expired"],
  ["CREDENTIALS_MISSING", "expired"],
] as const)("the error %s of all Google APIs means %s", (reason, problem) => {
  expect(meaningOf(403, infrastructureFailure(reason).body)).toEqual({ problem, code: reason });
});

test.each([
  [400, "misconfigured"],
  [401, "expired"],
  [403, "refused"],
  [404, "misconfigured"],
  [429, "busy"],
  [499, "misconfigured"],
  [500, "unreachable"],
  [503, "unreachable"],
])("status %i without a known code means %s", (status, problem) => {
  expect(meaningOf(status, null)).toEqual({ problem, code: "" });
});

test("a known code counts more than an unknown one and than the status", () => {
  const details = [{ errors: [{ errorCode: { queryError: "SOMETHING_NEW" } }] }, { reason: "RATE_LIMIT_EXCEEDED" }];
  expect(meaningOf(403, { error: { status: "PERMISSION_DENIED", details } })).toMatchObject({ problem: "busy" });
  expect(meaningOf(403, { error: { status: "RESOURCE_EXHAUSTED" } })).toMatchObject({ problem: "busy" });
  const unknown = [{ errors: [{ errorCode: { queryError: "SOMETHING_NEW" } }] }];
  expect(meaningOf(403, { error: { status: "PERMISSION_DENIED", details: unknown } })).toEqual({
    ...{ problem: "refused", code: "SOMETHING_NEW" },
  });
});

test.each([
  ["30s", 30_000],
  ["1.5s", 1_500],
  ["0.0001s", 1],
  ["soon", undefined],
  ["30", undefined],
])("a delay of %j", (retryDelay, milliseconds) => {
  const info = { error: { details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }] } };
  expect(meaningOf(429, info).retryAfterMs).toBe(milliseconds);
});
