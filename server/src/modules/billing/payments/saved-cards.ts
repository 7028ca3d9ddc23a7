import type { SavedCard } from "@litfass/contract/billing/billing";
import type { Platform } from "@litfass/platform/platform";
import { notFound, unavailable } from "@litfass/platform/problem";
import { currencyOf, findUser, type UserRow } from "../../users/index.ts";
import { findCardCustomer, insertCardCustomer, setDefaultCard } from "./card-customer-sql.ts";
import { type CardProcessor, createCardProcessor } from "./card-processor.ts";

/** The processor's number of a user, made where there is none yet. */
export async function cardCustomerOf(platform: Platform, cards: CardProcessor, user: UserRow): Promise<string> {
  const known = await findCardCustomer(platform.db, user.uid);
  if (known) return known.processorId;
  const name = user.companyName || user.fullName;
  const processorId = await cards.wallet.createCustomer({ uid: user.uid, email: user.email, name });
  const kept = { ownerUid: user.uid, processorId, createdAt: platform.clock.now() };
  return (await insertCardCustomer(platform.db, kept)).processorId;
}

/** The saved cards of a user, the one that is offered first at the front. */
export async function listSavedCards(
  platform: Platform,
  cards: CardProcessor | null,
  uid: string,
): Promise<SavedCard[]> {
  const customer = await findCardCustomer(platform.db, uid);
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

/** Opens the page of the card processor that keeps a card and charges nothing. @throws 503 where there is no processor. */
export async function addCard(platform: Platform, cards: CardProcessor | null, uid: string): Promise<string> {
  if (!cards) throw unavailable();
  const user = await findUser(platform.db, uid);
  if (!user) throw notFound();
  const { publicUrl } = platform.config;
  return cards.wallet.keep({
    customer: await cardCustomerOf(platform, cards, user),
    currency: currencyOf(user.countryCode),
    language: user.lang,
    successUrl: `${publicUrl}/invoices?card=saved`,
    cancelUrl: `${publicUrl}/invoices?card=left`,
  });
}

/** A saved card of the user's own. @throws 404 for another's or an unknown one. */
async function ownCard(platform: Platform, cards: CardProcessor, uid: string, id: string): Promise<SavedCard> {
  const card = (await listSavedCards(platform, cards, uid)).find((each) => each.id === id);
  if (!card) throw notFound();
  return card;
}

/** Takes a saved card away from the processor too. @throws 404. */
export async function removeSavedCard(
  platform: Platform,
  cards: CardProcessor | null,
  uid: string,
  id: string,
): Promise<void> {
  if (!cards) throw unavailable();
  const card = await ownCard(platform, cards, uid, id);
  await cards.wallet.remove(card.id);
  if (card.is_default) await setDefaultCard(platform.db, uid, null);
}

/** Offers a saved card first from now on. @throws 404. */
export async function chooseDefaultCard(
  platform: Platform,
  cards: CardProcessor | null,
  uid: string,
  id: string,
): Promise<SavedCard[]> {
  if (!cards) throw unavailable();
  const card = await ownCard(platform, cards, uid, id);
  await setDefaultCard(platform.db, uid, card.id);
  return listSavedCards(platform, cards, uid);
}

/** Has the processor forget every saved card of a user. */
export async function forgetCards(platform: Platform, uid: string): Promise<void> {
  const { stripe } = platform.config.providers;
  if (!stripe) return;
  const cards = createCardProcessor(stripe);
  for (const card of await listSavedCards(platform, cards, uid)) await cards.wallet.remove(card.id);
  await setDefaultCard(platform.db, uid, null);
}
