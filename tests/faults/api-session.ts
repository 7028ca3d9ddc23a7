import { randomUUID } from "node:crypto";

export type ApiSession = {
  /** Calls the API; a repeated `key` repeats the call. @throws with the response if it is an error. */
  call<Answer>(method: string, target: string, body?: object, key?: string): Promise<Answer>;
};

/** Signs in with e-mail and password like the web app, without a browser. */
export async function signInByApi(url: string, email: string, password: string): Promise<ApiSession> {
  const cookies = new Map<string, string>();
  async function send<Answer>(method: string, target: string, body?: object, key?: string): Promise<Answer> {
    const response = await fetch(`${url}${target}`, {
      method,
      headers: {
        ...(body ? { "content-type": "application/json" } : {}),
        accept: "application/json",
        origin: url,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "x-xsrf-token": decodeURIComponent(cookies.get("XSRF-TOKEN") ?? ""),
        "idempotency-key": key ?? randomUUID(),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(30_000),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name) cookies.set(name, value ?? "");
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${target} answers ${response.status}: ${text}`);
    return (text === "" ? null : JSON.parse(text)) as Answer;
  }
  const identity = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=test";
  const { idToken } = await send<{ idToken: string }>("POST", identity, { email, password, returnSecureToken: true });
  await send("GET", "/api/v1/csrf-cookie");
  await send("POST", "/api/v1/login", { fb_token: idToken });
  return { call: (method, target, body, key) => send(method, `/api/v1${target}`, body, key) };
}
