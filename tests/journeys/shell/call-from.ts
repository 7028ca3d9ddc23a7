import type { Page } from "playwright-core";

/** Calls the API from a page, with its session and anti-forgery token. */
export const callFrom = (
  page: Page,
  method: string,
  target: string,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown> }> =>
  page.evaluate(
    async ([verb, url, payload]) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const headers = { "content-type": "application/json", "x-xsrf-token": decodeURIComponent(token) };
      const response = await fetch(`/api/v1${url}`, {
        method: verb,
        headers,
        ...(payload ? { body: JSON.stringify(payload) } : {}),
      });
      return { status: response.status, body: await response.json().catch(() => ({})) };
    },
    [method, target, body] as const,
  );
