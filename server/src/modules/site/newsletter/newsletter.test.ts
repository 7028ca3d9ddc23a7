import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { confirmationMailJob } from "./newsletter-commands.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());
beforeEach(() => {
  stack.outbox.length = 0;
});

const subscribe = (email: string, lang = "en") =>
  stack.visitor().post("/frontend/subscribe", { email }, { "accept-language": lang });
type Row = { email: string; confirmed_at: string | null };
const listed = async (email: string): Promise<Row[]> =>
  (await stack.platform.db.execute<Row>("select email, confirmed_at from newsletter_subscribers")).rows.filter(
    (row) => row.email === email,
  );
const mailed = async () => {
  await stack.platform.jobs.drain(confirmationMailJob);
  return stack.outbox;
};
const linkIn = (text: string, page: string): string => {
  const found = new RegExp(`https?://\\S+/newsletter/${page}\\S+`).exec(text)?.[0] ?? "";
  return new URL(found).pathname + new URL(found).search;
};
const open = (url: string, method: "GET" | "POST" = "GET") =>
  stack.app.inject({
    method,
    url,
    headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
    ...(method === "POST" ? { payload: "List-Unsubscribe=One-Click" } : {}),
  });

test("[PUB-012] [API-OTHER-002] a valid address is stored, an invalid one is refused at its field", async () => {
  expect((await subscribe("Nora@Example.ch")).status).toBe(200);
  expect(await listed("nora@example.ch")).toEqual([{ email: "nora@example.ch", confirmed_at: null }]);
  const { status, body } = await subscribe("nora");
  expect([status, Object.keys(body.errors)]).toEqual([422, ["email"]]);
});

test("[PUB-013] a repeated address is a success, is stored once, and gets one mail; another only after a day", async () => {
  const first = await subscribe("twice@example.ch");
  const second = await subscribe("TWICE@example.ch");
  expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
  expect(await listed("twice@example.ch")).toHaveLength(1);
  const toTwice = async () => (await mailed()).filter(({ to }) => to === "twice@example.ch");
  expect(await toTwice()).toHaveLength(1);
  stack.clock.advance(25 * 3_600_000);
  await subscribe("twice@example.ch");
  expect(await toTwice()).toHaveLength(2);
});

test("a mailbox gets five mails a day at most for subscriptions with its plus addresses", async () => {
  for (let count = 0; count < 7; count += 1) expect((await subscribe(`flood+${count}@example.ch`)).status).toBe(200);
  expect((await mailed()).filter(({ to }) => to.startsWith("flood+"))).toHaveLength(5);
});

test("[PUB-013] the mail confirms and unsubscribes, in the language of the subscription", async () => {
  await subscribe("reader@example.ch", "de");
  const mail = (await mailed()).find(({ to }) => to === "reader@example.ch");
  expect(mail?.subject).toBe("Newsletter: Bitte bestätigen Sie Ihre Anmeldung");
  const text = mail?.text ?? "";
  const confirm = linkIn(text, "confirm");
  expect(confirm).toMatch(/^\/de\/newsletter\/confirm\?/);
  for (let count = 0; count < 2; count += 1) {
    const confirmed = await open(confirm);
    expect([confirmed.statusCode, confirmed.body.includes("Sie sind angemeldet")]).toEqual([200, true]);
  }
  expect((await listed("reader@example.ch"))[0]?.confirmed_at).not.toBeNull();
  // A confirmed address gets no other confirmation mail, however late.
  stack.outbox.length = 0;
  stack.clock.advance(48 * 3_600_000);
  await subscribe("reader@example.ch", "de");
  expect(await mailed()).toEqual([]);
});

test("[PUB-013] only a POST unsubscribes, with one click (RFC 8058); the address is deleted", async () => {
  await subscribe("leaver@example.ch");
  const mail = (await mailed()).find(({ to }) => to === "leaver@example.ch");
  expect(mail?.oneClick).toBe(true);
  const { pathname, search } = new URL(mail?.unsubscribe ?? "");
  const asked = await open(pathname + search);
  expect([asked.statusCode, asked.body.includes("Unsubscribe from the newsletter?")]).toEqual([200, true]);
  expect(await listed("leaver@example.ch")).toHaveLength(1);
  for (let count = 0; count < 2; count += 1) expect((await open(pathname + search, "POST")).statusCode).toBe(200);
  expect(await listed("leaver@example.ch")).toEqual([]);
  expect((await open(linkIn(mail?.text ?? "", "confirm"))).statusCode).toBe(404);
});

test("a forged link does nothing", async () => {
  await subscribe("victim@example.ch");
  const mail = (await mailed()).find(({ to }) => to === "victim@example.ch");
  const { pathname, searchParams } = new URL(mail?.unsubscribe ?? "");
  searchParams.set("token", "A".repeat(43));
  expect((await open(`${pathname}?${searchParams}`, "POST")).statusCode).toBe(404);
  expect((await open(`${pathname.replace("unsubscribe", "confirm")}?${searchParams}`)).statusCode).toBe(404);
  expect(await listed("victim@example.ch")).toEqual([{ email: "victim@example.ch", confirmed_at: null }]);
});

test("[PUB-012] the form works without scripts", async () => {
  const post = (email: string) =>
    stack.app.inject({
      method: "POST",
      url: "/de/newsletter",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      payload: new URLSearchParams({ email, website: "" }).toString(),
    });
  const sent = await post("form@example.ch");
  expect([sent.statusCode, sent.body.includes("Fast fertig")]).toEqual([200, true]);
  expect(await listed("form@example.ch")).toHaveLength(1);
  expect((await post("form")).statusCode).toBe(422);
});
