import type { Role } from "@litfass/contract/kernel/roles";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { callFrom } from "../../support/call-api.ts";
import { eventually } from "../../support/eventually.ts";
import { freshEmail, secret } from "./register.ts";

export type Invited = { uid: string; email: string };

/** Invites a user from an admin's page. */
export async function invite(
  admin: Page,
  role: Role,
  names: { first_name: string; last_name: string },
): Promise<Invited> {
  const email = freshEmail();
  const { status, body } = await callFrom(admin, "POST", "/admin/users", { email, user_role: role, ...names });
  if (status !== 201) throw new Error(`The invitation answers ${status}: ${JSON.stringify(body)}`);
  return { uid: String(body.uid), email };
}

/** Follows the mail of an invitation, chooses a password and ends signed in. */
export async function acceptInvitation(page: Page, email: string): Promise<void> {
  const url = `${inject("demo").sandboxUrl}/mailbox/api/messages?to=${encodeURIComponent(email)}`;
  const link = await eventually(
    `a mail to ${email}`,
    async () => {
      const { data } = (await (await fetch(url)).json()) as { data: { text: string }[] };
      return /https?:\/\/\S+/.exec(data[0]?.text ?? "")?.[0] ?? "";
    },
    (found) => found !== "",
  );
  await page.goto(link);
  await page.locator('input[type="password"]').nth(1).waitFor();
  for (const input of await page.locator('input[type="password"]').all()) await input.fill(secret);
  await page.locator('button[type="submit"]:enabled').click();
  await page.waitForURL((at) => at.pathname !== "/reset-password");
}
