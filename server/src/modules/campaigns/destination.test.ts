import { expect, test } from "vitest";
import { destinationIssue, hostOf } from "./destination.ts";

test.each([
  "https://www.brothaus.example/zopf",
  "http://brothaus.example",
  "https://localhost.brothaus.example",
  "https://8.8.8.8/",
])("accepts %s as a destination", (url) => expect(destinationIssue(url)).toBeNull());

test.each([
  "https://www.bank.example@evil.example/",
  "https://user:secret@brothaus.example/",
  "https://:secret@brothaus.example/",
])("rejects %s for its user information", (url) => expect(destinationIssue(url)).toBe("destination.user_info"));

test.each([
  "http://127.0.0.1/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://10.1.2.3/",
  "http://192.168.1.1/admin",
  "http://169.254.169.254/latest",
  "http://[::1]/",
  "http://[::ffff:10.0.0.1]/",
  "http://[fd00::1]/",
  "http://printer.local/",
  "http://wiki.internal./",
  "http://router.home.arpa/",
])("rejects %s as a host that visitors cannot reach", (url) =>
  expect(destinationIssue(url)).toBe("destination.private_host"),
);

test("ignores www when comparing hosts; an empty link has no host", () => {
  expect([hostOf("https://www.a.example/x"), hostOf("http://a.example"), hostOf(null)]).toEqual([
    "a.example",
    "a.example",
    "",
  ]);
});
