import { acceptsIdempotencyKey, type EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import { type ErrorCode, errorStatus, problemSchema } from "@litfass/contract/kernel/errors";
import { accountStateProblemSchema } from "@litfass/contract/users/users";
import { commonErrors } from "../command/command.ts";
import { Problem } from "../problem.ts";

const statusTexts: Record<number, string> = {
  401: "Not signed in",
  403: "Not allowed",
  404: "Unknown, or not the caller's",
  409: "The present state does not allow it",
  413: "The body is larger than the call takes",
  419: "The anti-forgery token is missing or wrong",
  422: "The input does not fit; messages by field",
  429: "Too many requests; Retry-After says when to come back",
  430: "The account's state does not allow it now; carries the fresh user",
  500: "Failed on our side; carries the request id",
  503: "A service outside does not answer",
};

/** A call threw a problem that its endpoint does not declare: a 500, because it is a bug. */
export class UndeclaredProblem extends Error {
  override name = "UndeclaredProblem";
}

/** Errors of every call with a session; calls for visitors only return the declared ones. */
const ofSignedIn: readonly ErrorCode[] = ["unauthenticated", "forbidden", "account_state"];

/** The kinds beyond the common ones: those in the contract, and those of calls with an idempotency key. */
const ownErrors = (endpoint: EndpointDefinition): readonly ErrorCode[] => [
  ...(endpoint.errors ?? []),
  ...(acceptsIdempotencyKey(endpoint) ? (["conflict", "idempotency_conflict"] as const) : []),
];

/** The error a handler threw, or a fault if the endpoint does not declare it. */
export function asDeclared(endpoint: EndpointDefinition, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const common = commonErrors.filter((kind) => endpoint.who.kind !== "visitor" || !ofSignedIn.includes(kind));
  if ([...common, ...ownErrors(endpoint)].includes(error.kind)) return error;
  const call = `${endpoint.method} ${endpoint.path}`;
  return new UndeclaredProblem(`${call} threw "${error.kind}", which it does not declare`, { cause: error });
}

/** Every error status of a call. */
function failingStatuses(endpoint: EndpointDefinition): number[] {
  const changes = endpoint.method !== "GET";
  const forVisitors = endpoint.who.kind === "visitor";
  const codes: ErrorCode[] = [
    ...(forVisitors ? [] : ofSignedIn),
    // An impossible path is 404 before the handler is called.
    ...(endpoint.params ? (["not_found"] as const) : []),
    ...(changes ? (["csrf_mismatch"] as const) : []),
    "invalid",
    "too_many_requests",
    "internal",
    ...ownErrors(endpoint),
  ];
  const statuses = codes.map((code): number => errorStatus[code]);
  return [...new Set([...statuses, ...(changes ? [413] : [])])].sort((a, b) => a - b);
}

/** The error responses of an endpoint, for the document. */
export const documentedProblems = (endpoint: EndpointDefinition) =>
  Object.fromEntries(
    failingStatuses(endpoint).map((status) => {
      const schema = status === errorStatus.account_state ? accountStateProblemSchema : problemSchema;
      return [status, { description: statusTexts[status], content: { "application/json": { schema } } }];
    }),
  );
