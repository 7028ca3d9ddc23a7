import {
  type BannerSet,
  type BannerSetStatus,
  bannerSetFormats,
  priceOfBannerSet,
} from "@litfass/contract/creatives/banner-sets";
import { formatMinor, microsOfMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { pricesIn } from "@litfass/contract/settings/price-list";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Platform } from "@litfass/platform/platform";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { forbidden, invalid, notFound } from "@litfass/platform/problem";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { cancelService, orderService, requestKey, subscriptionOf } from "../../billing/index.ts";
import { currencyOf, findUser } from "../../users/index.ts";
import { shownFiles } from "../library/item-sql.ts";
import { listCreativesOf } from "../library/library-creative-sql.ts";
import { findLibraryGroup } from "../library/library-group-sql.ts";
import { formatOf } from "../library/present-group.ts";
import { mailAboutBannerSet } from "./banner-set-mail.ts";
import {
  countBannerSets,
  findBannerSet,
  findBannerSetOfRequest,
  giveGroup,
  insertBannerSet,
  type ListedBannerSet,
  lockBannerSet,
  lockBannerSetsOf,
  updateBannerSet,
} from "./banner-set-sql.ts";

/** The allowed transitions from each state. */
const transitions: Record<BannerSetStatus, readonly BannerSetStatus[]> = {
  ordered: ["in_work", "delivered", "cancelled"],
  in_work: ["delivered", "cancelled"],
  delivered: [],
  cancelled: [],
};

const isOffered = async (db: Executor, uid: string, now: Date): Promise<boolean> =>
  (await subscriptionOf(db, uid, now)).plan === "advanced";

/** The price of a customer's next set, and whether the plan offers it (CONST-017, CONST-018). */
export async function bannerSetOffer({ db, clock }: Platform, caller: Caller) {
  const user = await findUser(db, caller.uid);
  const prices = pricesIn(await findPrices(db), currencyOf(user));
  const price = priceOfBannerSet(await countBannerSets(db, caller.uid), prices);
  return {
    is_offered: await isOffered(db, caller.uid, clock.now()),
    is_included: price === 0,
    price,
    price_formatted: formatMinor(price),
    further_price_formatted: formatMinor(prices.banner_set),
    currency: currencyOf(user),
    formats: [...bannerSetFormats],
  };
}

/**
 * Orders a set for the caller: the first one is included in the plan, each further one is invoiced at once
 * (CONST-018). A repeated request returns the same order. @throws 403 without a current Advanced plan.
 */
export const orderBannerSet = command({
  name: "creatives.order_banner_set",
  errors: ["conflict"],
  async run({ ctx, input: { brief } }: CommandCall<{ brief: string }>): Promise<BannerSet> {
    const { tx } = ctx;
    const caller = callerOf(ctx.actor);
    const key = requestKey(ctx, "banner-set", caller.uid, ctx.idempotencyKey);
    const before = await findBannerSetOfRequest(tx, key);
    if (before !== null) {
      ctx.audit.unchanged("the set was ordered by an earlier call with this key");
      return getBannerSet(tx, caller, before);
    }
    await lockBannerSetsOf(tx, caller.uid);
    const now = ctx.clock.now();
    if (!(await isOffered(tx, caller.uid, now))) throw forbidden("banner_set.advanced_only");
    const owner = await findUser(tx, caller.uid);
    const currency = currencyOf(owner);
    const prices = pricesIn(await findPrices(tx), currency);
    const priceMicros = microsOfMinor(priceOfBannerSet(await countBannerSets(tx, caller.uid), prices));
    const order = { ownerUid: caller.uid, service: "banner_set", amountMicros: priceMicros } as const;
    const id = await insertBannerSet(tx, {
      ownerUid: caller.uid,
      status: "ordered",
      brief,
      priceMicros,
      currency,
      orderId: priceMicros > 0n ? await orderService(ctx, tx, order) : null,
      requestKey: key,
      orderedAt: now,
      updatedAt: now,
    });
    await mailAboutBannerSet(ctx, { id, status: "ordered", ownerUid: caller.uid });
    const price = { amount: minorOfMicros(priceMicros), currency };
    await ctx.audit.record({ subject: subject(id), changes: changesBetween({}, { status: "ordered", price, brief }) });
    return getBannerSet(tx, caller, id);
  },
});

type BannerSetChange = {
  id: number;
  status: "in_work" | "delivered" | "cancelled";
  creative_group?: string | undefined;
};

/**
 * Changes an order's state. Delivery transfers a group of finished files to its customer, who sees it among the
 * templates; cancellation credits the open invoice.
 * @throws 404, 409 if the invoice is paid, 422 for a step back or an unsuitable group.
 */
export const changeBannerSet = command({
  name: "creatives.change_banner_set",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { id, status, creative_group } }: CommandCall<BannerSetChange>): Promise<BannerSet> {
    const { tx } = ctx;
    const row = await lockBannerSet(tx, id);
    if (!row) throw notFound();
    if (!transitions[row.status].includes(status)) throw invalid({ status: ["rule.oneOf"] });
    const group = status === "delivered" ? creative_group : undefined;
    if (group) await handOver(tx, group, row.ownerUid);
    if (status === "cancelled" && row.orderId) await cancelService(ctx, tx, row.orderId);
    const values = { status, ...(group ? { creativeGroupUuid: group } : {}) };
    await updateBannerSet(tx, id, values, ctx.clock.now());
    await mailAboutBannerSet(ctx, { id, status, ownerUid: row.ownerUid });
    await ctx.audit.record({
      subject: subject(id),
      changes: changesBetween(
        { status: row.status, creative_group: row.creativeGroupUuid },
        { status, creative_group: group ?? row.creativeGroupUuid },
      ),
    });
    return getBannerSet(tx, callerOf(ctx.actor), id);
  },
});

const subject = (id: number) => ({ type: "banner_set", id: String(id) });

/** @throws 422 unless the group has a finished file in each of the four formats and no campaign uses it. */
async function handOver(tx: Transaction, group: string, ownerUid: string): Promise<void> {
  const known = await findLibraryGroup(tx, group);
  const members = await listCreativesOf(tx, group);
  const files = await shownFiles(
    tx,
    members.map(({ uuid }) => uuid),
  );
  const finished = new Set(members.filter(({ uuid }) => files.has(uuid)).map(formatOf));
  const isSet = known && !known.template && !known.markup && bannerSetFormats.every((format) => finished.has(format));
  if (!isSet || members.some(({ campaigns }) => campaigns > 0))
    throw invalid({ creative_group: ["banner_set.formats"] });
  if (!(await giveGroup(tx, group, ownerUid))) throw invalid({ creative_group: ["banner_set.formats"] });
}

async function getBannerSet(db: Executor, caller: Caller, id: number): Promise<BannerSet> {
  const row = await findBannerSet(db, caller, id);
  if (!row) throw notFound();
  return presentBannerSet(row);
}

/** A set in the format of the API. */
export function presentBannerSet(row: ListedBannerSet): BannerSet {
  const price = minorOfMicros(row.priceMicros);
  return {
    id: row.id,
    user: row.ownerUid,
    user_name: row.userName,
    status: row.status,
    brief: row.brief,
    formats: [...bannerSetFormats],
    price,
    price_formatted: formatMinor(price),
    currency: row.currency,
    invoice: row.invoice,
    pdf: row.invoice && `/invoices/${row.invoice}`,
    creative_group: row.creativeGroupUuid,
    ordered_at: row.orderedAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
