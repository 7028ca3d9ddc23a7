import { command } from "@litfass/platform/command/command";
import { type ContactMessage, deleteContactMessages, insertContactMessage } from "./contact-sql.ts";

export const contactMailJob = "site.mail-contact-message";
export type ContactMailJob = { id: string; to: "operator" | "sender" };
/** The privacy page names this time. */
const retentionMs = 365 * 86_400_000;

type NewMessage = Pick<ContactMessage, "name" | "email" | "phone" | "message"> & { sendsCopy: boolean };

/** Stores a message and queues its mails: one to the operator, and a copy to the sender. */
export const submitContactMessage = command<NewMessage, void>({
  name: "site.submit_contact_message",
  errors: [],
  async run({ ctx, input: { sendsCopy, ...message } }) {
    const id = ctx.random.id();
    await insertContactMessage(ctx.tx, { ...message, id, lang: ctx.lang }, ctx.clock.now());
    await ctx.audit.record({ subject: { type: "contact_message", id } });
    await ctx.jobs.send(contactMailJob, { id, to: "operator" } satisfies ContactMailJob);
    if (sendsCopy) await ctx.jobs.send(contactMailJob, { id, to: "sender" } satisfies ContactMailJob);
  },
});

/** Deletes messages older than a year. */
export const deleteOldMessages = command<void, number>({
  name: "site.delete_old_messages",
  errors: [],
  async run({ ctx }) {
    const count = await deleteContactMessages(ctx.tx, new Date(ctx.clock.now().getTime() - retentionMs));
    ctx.audit.unchanged("the end of the retention time");
    return count;
  },
});
