import type { TestAnswer } from "./client.ts";
import type { Stack } from "./stack.ts";

/** The response of an identity call. */
export type WireAnswer = Pick<TestAnswer, "status" | "body">;

/** Calls the built-in identity provider like the client library: POST with a JSON body and the API key. */
export async function callIdentity(
  stack: Stack,
  call: string,
  body: unknown,
  options: { address?: string; locale?: string } = {},
): Promise<WireAnswer> {
  const response = await stack.app.inject({
    method: "POST",
    url: `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=fake-api-key`,
    headers: { "x-firebase-locale": options.locale ?? "en" },
    ...(options.address ? { remoteAddress: options.address } : {}),
    payload: body as object,
  });
  return { status: response.statusCode, body: response.json() };
}

/** Signs up and returns the tokens. */
export async function signUpPerson(
  stack: Stack,
  email: string,
  password = "hunter2hunter2",
): Promise<{ idToken: string; refreshToken: string; localId: string }> {
  const { status, body } = await callIdentity(stack, "signUp", { email, password, returnSecureToken: true });
  if (status !== 200) throw new Error(`signUp answered ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The link of the newest mail to an address. */
export function linkInMail(stack: Stack, email: string): URL {
  const mail = stack.outbox.findLast(({ to }) => to === email);
  const link = /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0];
  if (!link) throw new Error(`No mail with a link was sent to ${email}`);
  return new URL(link);
}
