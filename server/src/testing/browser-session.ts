import { createTestClient, type TestAnswer, type TestClient } from "./client.ts";
import type { Stack } from "./stack.ts";

/** Opens a session with the token of a sign-in. */
export const logIn = (stack: Stack, idToken: string, headers?: Record<string, string>): Promise<TestAnswer> =>
  stack.visitor().post("/login", { fb_token: idToken }, headers);

/** `litfass_session=…` of an answer, or "" if it sets none. */
export const sessionCookieOf = (answer: TestAnswer): string => {
  const cookies = [answer.headers["set-cookie"] ?? []].flat().map(String);
  return cookies.find((cookie) => cookie.startsWith("litfass_session="))?.split(";")[0] ?? "";
};

/** A client with the session that an answer opened, and that session's anti-forgery token. */
export function browserOf(stack: Stack, answer: TestAnswer): Pick<TestClient, "get" | "post" | "delete"> {
  const id = sessionCookieOf(answer).split("=")[1] ?? "";
  const token = stack.app.services.antiForgery.token(id);
  const headers = { cookie: `litfass_session=${id}; XSRF-TOKEN=${token}`, "x-xsrf-token": token };
  const client = createTestClient(stack, {});
  return {
    get: (path) => client.get(path, headers),
    post: (path, body) => client.post(path, body, headers),
    delete: (path, body) => client.delete(path, body, headers),
  };
}

/** Posts to the API from a network address, without a session. */
export function postFrom(
  stack: Stack,
  address: string,
): (path: string, payload: object) => Promise<Pick<TestAnswer, "status" | "body">> {
  const token = stack.app.services.antiForgery.token(null);
  return async (path, payload) => {
    const response = await stack.app.inject({
      method: "POST",
      url: `/api/v1${path}`,
      remoteAddress: address,
      headers: { cookie: `XSRF-TOKEN=${token}`, "x-xsrf-token": token },
      payload,
    });
    return { status: response.statusCode, body: response.json() };
  };
}
