import type { Egress } from "./egress.ts";

type Request = { method?: string; headers?: HeadersInit; body?: unknown };

/** `fetch` for libraries through the egress client: time-out, size limit, no private addresses. */
export const fetchThrough =
  (egress: Egress) =>
  async (url: string, request: Request = {}): Promise<Response> => {
    const { body } = request;
    const answer = await egress(url, {
      method: request.method ?? "GET",
      headers: Object.fromEntries(new Headers(request.headers)),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMs: 10_000,
      maxBytes: 500_000,
    });
    return new Response(answer.status === 204 ? null : answer.text(), {
      status: answer.status,
      headers: answer.headers,
    });
  };
