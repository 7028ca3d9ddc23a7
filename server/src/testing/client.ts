import type { FastifyInstance, InjectOptions } from "fastify";
import { expectDeclared } from "./declared-answers.ts";

export type TestAnswer = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  bytes: Buffer;
  /** The JSON body, or undefined. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of each field
  body: any;
};

/**
 * Calls the API as one caller, with the anti-forgery token. A response not declared by its endpoint fails the test.
 * Paths are below `/api/v1` unless they start with `//`.
 */
export type TestClient = {
  uid: string | null;
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
};

/** A client of the server's app that sends `session` headers with every call. */
export function createTestClient(
  server: { readonly app: FastifyInstance },
  session: Record<string, string>,
  uid: string | null = null,
): TestClient {
  const token = server.app.services.antiForgery.token(null);
  const call = async (
    method: NonNullable<InjectOptions["method"]>,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => {
    const { app } = server;
    const response = await app.inject({
      method,
      url: path.startsWith("//") ? path.slice(1) : `/api/v1${path}`,
      headers: { ...session, cookie: `XSRF-TOKEN=${token}`, "x-xsrf-token": token, ...headers },
      ...(body === undefined ? {} : { payload: body as InjectOptions["payload"] }),
    });
    expectDeclared(app, response.headers["x-request-id"]);
    const isJson = /json\b/.test(String(response.headers["content-type"] ?? ""));
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      body: isJson && response.body ? JSON.parse(response.body) : undefined,
    };
  };
  return {
    uid,
    get: (path, headers) => call("GET", path, undefined, headers),
    post: (path, body, headers) => call("POST", path, body, headers),
    put: (path, body, headers) => call("PUT", path, body, headers),
    patch: (path, body, headers) => call("PATCH", path, body, headers),
    delete: (path, body, headers) => call("DELETE", path, body, headers),
  };
}
