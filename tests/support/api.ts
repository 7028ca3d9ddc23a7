import type { Page } from "playwright-core";

/** Calls the API as the person who is signed in on the page. @throws for an answer that is an error. */
export async function callApi<Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  const { status, text } = await page.evaluate(
    async ([method, path, body]) => {
      const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? "");
      const headers = { "Content-Type": "application/json", Accept: "application/json", "X-XSRF-TOKEN": token };
      const sent = method === "GET" || method === "DELETE" ? null : JSON.stringify(body ?? {});
      const response = await fetch(`/api/v1${path}`, { method, headers, body: sent });
      return { status: response.status, text: await response.text() };
    },
    [method, path, body] as [string, string, unknown],
  );
  if (status >= 300) throw new Error(`${method} ${path} answers ${status}: ${text.slice(0, 500)}`);
  return (text ? JSON.parse(text) : undefined) as Answer;
}
