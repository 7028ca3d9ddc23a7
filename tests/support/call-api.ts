import type { Page } from "playwright-core";

/** Calls the API as the person who is signed in on this page. @throws where it answers an error. */
export function callApi<Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  return page.evaluate(
    async ([method, path, body]) => {
      const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? "");
      const headers: Record<string, string> = { Accept: "application/json", "X-XSRF-TOKEN": token };
      if (body !== undefined) headers["Content-Type"] = "application/json";
      const response = await fetch(`/api/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text ? JSON.parse(text) : undefined;
    },
    [method, path, body] as [string, string, unknown],
  );
}
