import type { User } from "@litfass/contract/users/users";
import { ApiError } from "../api-error.ts";

export const apiBase = "/api/v1";
export const requestTimeoutMs = 30_000;

export type RequestInput = {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** A form with files, sent instead of a JSON body. */
  form?: FormData;
  signal?: AbortSignal;
  /** For calls that move money: repeated calls with the same key have one effect. */
  idempotencyKey?: string;
  /** A background refresh that does not move the progress indicator. */
  quiet?: boolean;
  /** The call completes even if the page is closed. Its body is limited to 64 KB. */
  keepalive?: boolean;
};

type ClientParts = {
  fetch: typeof fetch;
  cookies: () => string;
  locale: () => string;
  loading: { begin: () => void; end: () => void };
  /** A call returned 401: no one is signed in anymore. */
  onSignedOut: () => void;
  /** A call returned 430 with the current state of the user. */
  onAccountState: (user: User) => void;
  /** The message when there was no response. */
  unreachable: (reason: "timeout" | "network") => string;
};

export type Send = (method: string, path: string, input?: RequestInput) => Promise<unknown>;

/**
 * Sends calls to /api/v1 with cookies, anti-forgery token, language and time-out, and turns error responses into
 * `ApiError`.
 */
export function createClient(parts: ClientParts): Send {
  let cookieRequest: Promise<unknown> | undefined;

  const hasToken = () => tokenOf(parts.cookies()) !== null;

  function fetchToken(): Promise<unknown> {
    cookieRequest ??= parts
      .fetch(`${apiBase}/csrf-cookie`, { credentials: "same-origin", signal: AbortSignal.timeout(requestTimeoutMs) })
      .finally(() => {
        cookieRequest = undefined;
      });
    return cookieRequest;
  }

  async function once(method: string, url: string, input: RequestInput): Promise<Response> {
    const timeout = AbortSignal.timeout(requestTimeoutMs);
    const token = tokenOf(parts.cookies());
    const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": parts.locale() };
    if (token !== null && method !== "GET") headers["X-XSRF-TOKEN"] = token;
    if (input.idempotencyKey) headers["Idempotency-Key"] = input.idempotencyKey;
    if (input.body !== undefined) headers["Content-Type"] = "application/json";
    return await parts.fetch(url, {
      method,
      headers,
      credentials: "same-origin",
      body: input.form ?? (input.body === undefined ? null : JSON.stringify(input.body)),
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
      keepalive: input.keepalive ?? false,
    });
  }

  async function answered(method: string, url: string, input: RequestInput): Promise<Response> {
    if (!hasToken()) await fetchToken();
    const response = await once(method, url, input);
    if (response.status !== 419) return response;
    await fetchToken();
    return await once(method, url, input);
  }

  async function counted(method: string, url: string, input: RequestInput): Promise<unknown> {
    if (!input.quiet) parts.loading.begin();
    try {
      const response = await answered(method, url, input);
      if (response.ok) return await bodyOf(response);
      throw await problemOf(response);
    } finally {
      if (!input.quiet) parts.loading.end();
    }
  }

  return async function send(method, path, input = {}) {
    const url = apiBase + fill(path, input.params ?? {}) + queryOf(input.query ?? {});
    try {
      return await counted(method, url, input);
    } catch (error) {
      if (input.signal?.aborted) {
        console.log("Operation canceled");
        // The caller has cancelled: neither a result nor an error may reach it.
        return await new Promise<never>(() => {});
      }
      const problem = error instanceof ApiError ? error : unanswered(error, parts.unreachable);
      if (problem.status === 401) parts.onSignedOut();
      if (problem.status === 430 && problem.user) parts.onAccountState(problem.user);
      throw problem;
    }
  };
}

function tokenOf(cookies: string): string | null {
  const found = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1];
  return found ? decodeURIComponent(found) : null;
}

/** Fills the parameters into `/users/:user/campaigns/:id`. */
export function fill(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value === null) throw new Error(`The path ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** `?page=2&search=zopf`; arrays repeat their name, empty values are omitted. */
export function queryOf(query: Record<string, unknown>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== "") pairs.append(name, String(each));
    }
  }
  const text = pairs.toString();
  return text && `?${text}`;
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get("Content-Type") ?? "";
  return type.includes("json") ? await response.json() : await response.blob();
}

async function problemOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<{
    message: string;
    code: string;
    errors: Record<string, string[]>;
    request_id: string;
    user: User;
  }>;
  return new ApiError({
    status: response.status,
    code: body.code ?? "unknown",
    message: body.message ?? `${response.status} ${response.statusText}`,
    errors: body.errors,
    requestId: body.request_id ?? response.headers.get("X-Request-Id"),
    user: body.user ?? null,
  });
}

function unanswered(error: unknown, unreachable: ClientParts["unreachable"]): ApiError {
  const reason = error instanceof DOMException && error.name === "TimeoutError" ? "timeout" : "network";
  return new ApiError({ status: 0, code: reason, message: unreachable(reason) });
}
