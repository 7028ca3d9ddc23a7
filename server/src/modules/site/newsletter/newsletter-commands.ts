import { command } from "@litfass/platform/command/command";
import { notFound } from "@litfass/platform/problem";
import { addSubscriber, confirmSubscriber, deleteSubscriber } from "./subscriber-sql.ts";
import { isSubscriberToken } from "./subscriber-token.ts";

export const confirmationMailJob = "site.mail-newsletter-confirmation";
const resendAfterMs = 86_400_000;

/**
 * Stores an address once and queues the mail that asks its owner to confirm. A repeated address changes nothing, except
 * that an unconfirmed one can get another mail after a day, for owners who lost the first.
 */
export const subscribeToNewsletter = command<{ email: string }, void>({
  name: "site.subscribe_newsletter",
  errors: [],
  async run({ ctx, input }) {
    const now = ctx.clock.now();
    const subscriber = { id: ctx.random.id(), email: input.email.toLowerCase(), lang: ctx.lang };
    const resendAfter = new Date(now.getTime() - resendAfterMs);
    const id = await addSubscriber(ctx.tx, subscriber, { now, resendAfter });
    if (id === null) return ctx.audit.unchanged("the address is in the list");
    await ctx.audit.record({ subject: { type: "newsletter_subscriber", id } });
    await ctx.jobs.send(confirmationMailJob, { id });
  },
});

type Link = { id: string; token: string };

/** Confirms an address by the link that only its owner has. */
export const confirmNewsletter = command<Link, void>({
  name: "site.confirm_newsletter",
  errors: ["not_found"],
  async run({ ctx, input: { id, token } }) {
    if (!isSubscriberToken(ctx.config, id, token)) throw notFound();
    if (!(await confirmSubscriber(ctx.tx, id, ctx.clock.now()))) throw notFound();
    await ctx.audit.record({ subject: { type: "newsletter_subscriber", id } });
  },
});

/** Deletes an address by its link. A link that was used before succeeds again. */
export const unsubscribeFromNewsletter = command<Link, void>({
  name: "site.unsubscribe_newsletter",
  errors: ["not_found"],
  async run({ ctx, input: { id, token } }) {
    if (!isSubscriberToken(ctx.config, id, token)) throw notFound();
    if (!(await deleteSubscriber(ctx.tx, id))) return ctx.audit.unchanged("the address is not in the list");
    await ctx.audit.record({ subject: { type: "newsletter_subscriber", id } });
  },
});
