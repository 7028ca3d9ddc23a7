import type { Page } from "playwright-core";

export type ApiAnswer = { status: number; body: Record<string, unknown> };

/** Calls the API with the session of the page's browser. Accepts any response. */
export async function callFrom(page: Page, method: string, path: string, body?: unknown): Promise<ApiAnswer> {
  const { request } = page.context();
  const { cookies } = await request.storageState();
  const token = decodeURIComponent(cookies.find(({ name }) => name === "XSRF-TOKEN")?.value ?? "");
  const headers = { accept: "application/json", "x-xsrf-token": token };
  const answer = await request.fetch(`/api/v1${path}`, { method, headers, data: body });
  const text = await answer.text();
  return { status: answer.status(), body: text === "" ? {} : JSON.parse(text) };
}

/** Returns the response's content. @throws if it is an error. */
export async function callApi<Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await callFrom(page, method, path, body);
  if (answer.status >= 300) {
    throw new Error(`${method} ${path} answers ${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`);
  }
  return answer.body as Answer;
}
