import { afterAll, beforeAll, expect, test } from "vitest";
import { callIdentity, linkInMail, signUpPerson } from "../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../testing/stack.ts";

let stack: Stack;
const lines: string[] = [];
beforeAll(async () => {
  stack = await startStack({ onLogLine: (line) => lines.push(line) });
});
afterAll(() => stack?.close());

test("the log of a registration, a reset, sign-ins, callbacks and webhooks has none of their secrets", async () => {
  const [email, password, changed] = ["anna@mail.example", "hunter2hunter2", "correct-horse-7"];
  const get = (url: string) => stack.app.inject({ url, headers: { cookie: "session=cookie-of-anna" } });
  const { idToken, refreshToken } = await signUpPerson(stack, email, password);
  await callIdentity(stack, "sendOobCode", { requestType: "PASSWORD_RESET", email });
  const link = linkInMail(stack, email);
  await get(`${link.pathname}${link.search}`);
  const oobCode = link.searchParams.get("token") ?? "";
  expect(oobCode.length).toBeGreaterThan(10);
  await callIdentity(stack, "resetPassword", { oobCode, newPassword: changed });
  await callIdentity(stack, "signInWithPassword", { email, password: changed });
  await callIdentity(stack, "signInWithPassword", { email, password: "a-wrong-password" });
  await stack.visitor().post("/login", { fb_token: idToken });
  await get(`/reset-password?token=reset-token-of-anna&email=${email}`);
  await get("/api/v1/connections/google_ads/callback?code=code-of-google&state=state-of-anna");
  await stack.app.inject({
    ...{ method: "POST", url: "/stripe/webhook", payload: { secret: "secret-of-event" } },
    headers: { "stripe-signature": "t=1,v1=signature-of-event", authorization: "Bearer bearer-of-anna" },
  });

  const log = lines.join("");
  expect(lines.length).toBeGreaterThan(15);
  expect(log).toContain("/stripe/webhook");
  const secrets = [email, encodeURIComponent(email), password, changed, idToken, refreshToken, oobCode];
  const made = [
    "wrong-password",
    "reset-token",
    "code-of",
    "state-of",
    "signature-of",
    "secret-of",
    "cookie-of",
    "bearer-of",
  ];
  for (const secret of [...secrets, ...made]) expect(log.includes(secret), secret).toBe(false);
});
