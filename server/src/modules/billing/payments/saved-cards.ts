import type { SavedCard } from "@litfass/contract/billing/billing";
import { type Actor, callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { notFound } from "@litfass/platform/problem";
import { currencyOf, findUser, type UserRow } from "../../users/index.ts";
import { jobActor, runCommand } from "../run-command.ts";
import { findCardCustomer, insertCardCustomer, setDefaultCard } from "./card-customer-sql.ts";
import type { CardProcessor, CardWork } from "./card-processor.ts";

/** Stores the processor's customer id of a user; an existing id is kept. Returns the stored id. */
export const keepCardCustomer = command({
  name: "billing.keep_card_customer",
  errors: [],
  async run({ ctx, input }: CommandCall<{ ownerUid: string; processorId: string }>): Promise<string> {
    const { processorId } = await insertCardCustomer(ctx.tx, { ...input, createdAt: ctx.clock.now() });
    await ctx.audit.record({ subject: { type: "card_customer", id: processorId } });
    return processorId;
  },
});

/** Sets the default card; null: the newest one. */
export const setFirstCard = command({
  name: "billing.set_default_card",
  errors: [],
  async run({ ctx, input }: CommandCall<{ ownerUid: string; card: string | null }>): Promise<void> {
    const before = await findCardCustomer(ctx.tx, input.ownerUid);
    if (!before || before.defaultMethod === input.card) return ctx.audit.unchanged("the card is the first one already");
    await setDefaultCard(ctx.tx, input.ownerUid, input.card);
    await ctx.audit.record({
      subject: { type: "card_customer", id: before.processorId },
      changes: [{ field: "default_card", before: before.defaultMethod, after: input.card }],
    });
  },
});

/** The processor's customer id of a user, created on first use. */
export async function cardCustomerOf(work: CardWork, actor: Actor, user: UserRow): Promise<string> {
  const known = await findCardCustomer(work.platform.db, user.uid);
  if (known) return known.processorId;
  const name = user.companyName || user.fullName;
  const processorId = await work.cards.wallet.createCustomer({ uid: user.uid, email: user.email, name });
  return runCommand(work.execute, keepCardCustomer, actor, { ownerUid: user.uid, processorId });
}

/** The saved cards of a user, the default card first; none without a card processor. */
export async function listSavedCards(db: Executor, cards: CardProcessor | null, uid: string): Promise<SavedCard[]> {
  const customer = await findCardCustomer(db, uid);
  if (!customer || !cards) return [];
  const found = await cards.wallet.list(customer.processorId);
  const first = found.find(({ id }) => id === customer.defaultMethod) ?? found[0];
  return found
    .map(({ id, brand, last4, expMonth, expYear }) => ({
      id,
      brand,
      last4,
      exp_month: expMonth,
      exp_year: expYear,
      is_default: id === first?.id,
    }))
    .sort((a, b) => Number(b.is_default) - Number(a.is_default));
}

/** Opens the processor's page that saves a card without charging it. @throws 404 for an unknown user. */
export async function addCard(work: CardWork, actor: Actor): Promise<string> {
  const { db, config } = work.platform;
  const { uid, lang } = callerOf(actor);
  const user = await findUser(db, uid);
  if (!user) throw notFound();
  return work.cards.wallet.keep({
    customer: await cardCustomerOf(work, actor, user),
    currency: currencyOf(user),
    language: lang,
    successUrl: `${config.publicUrl}/invoices?card=saved`,
    cancelUrl: `${config.publicUrl}/invoices?card=left`,
  });
}

/** A saved card of the caller. @throws 404 for another user's or an unknown one. */
async function ownCard({ platform, cards }: CardWork, uid: string, id: string): Promise<SavedCard> {
  const card = (await listSavedCards(platform.db, cards, uid)).find((each) => each.id === id);
  if (!card) throw notFound();
  return card;
}

/** Deletes a saved card, also at the processor. @throws 404. */
export async function removeSavedCard(work: CardWork, actor: Actor, id: string): Promise<void> {
  const { uid } = callerOf(actor);
  const card = await ownCard(work, uid, id);
  await work.cards.wallet.remove(card.id);
  if (card.is_default) await runCommand(work.execute, setFirstCard, actor, { ownerUid: uid, card: null });
}

/** Makes a saved card the default. @throws 404. */
export async function chooseDefaultCard(work: CardWork, actor: Actor, id: string): Promise<SavedCard[]> {
  const { uid } = callerOf(actor);
  const card = await ownCard(work, uid, id);
  await runCommand(work.execute, setFirstCard, actor, { ownerUid: uid, card: card.id });
  return listSavedCards(work.platform.db, work.cards, uid);
}

/** Deletes the saved cards of a closed account at the processor. */
export async function forgetCards(work: CardWork, uid: string): Promise<void> {
  const { platform, cards, execute } = work;
  for (const card of await listSavedCards(platform.db, cards, uid)) await cards.wallet.remove(card.id);
  await runCommand(execute, setFirstCard, jobActor("billing.forget-cards"), { ownerUid: uid, card: null });
}
