import { expect, test, vi } from "vitest";
import { createLog } from "../log/log.ts";
import { createMailer } from "./mailer.ts";

const loads = vi.hoisted(() => ({ failing: 1 }));
vi.mock("nodemailer", () => ({
  createTransport: () => {
    if (loads.failing-- > 0) throw new Error("the library is incomplete");
    return { sendMail: async () => ({ messageId: "sent" }), close: () => {} };
  },
}));

test("a mailer whose library could not be loaded loads it again with the next mail", async () => {
  const mailer = createMailer({
    url: "smtp://127.0.0.1:1",
    from: "Litfass <no-reply@example.ch>",
    log: createLog({ level: "silent", process: "test" }),
  });
  const send = () => mailer.send({ to: "nora@example.ch", subject: "Hello", text: "Hello", html: "<p>Hello</p>" });
  await expect(send()).rejects.toThrow("the library is incomplete");
  await send();
  mailer.close();
});
