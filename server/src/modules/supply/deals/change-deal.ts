import { isCustomer } from "@litfass/contract/kernel/roles";
import type { DealRecord, DealSettings } from "@litfass/contract/supply/deals";
import { changesBetween } from "@litfass/platform/audit/audit";
import { actorUid, callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { currencyRatesOf } from "@litfass/platform/settings/currency-rates";
import type { LiveSettings } from "@litfass/platform/settings/follow-settings";
import { accountTimeZone, dayIn } from "../../reporting/index.ts";
import type { TargetingServices } from "../../targeting/index.ts";
import { findUsers } from "../../users/index.ts";
import { findStoredExchange } from "../exchanges/exchange-sql.ts";
import { auditSubjectOf, type DealRow, factsOf, presentDeal, settingsOf } from "./deal.ts";
import { countPlacements, findDeal, findDealNamed, insertDeal, lockDeal, updateDealRow } from "./deal-sql.ts";

type DealServices = TargetingServices & { operatorSettings: Pick<LiveSettings, "current"> };

/** Adds a deal. @throws 409 if the exchange has one with this ID, 422 for unknown exchanges, placements or accounts. */
export const createDeal = command({
  name: "supply.create_deal",
  errors: ["conflict"],
  async run({ ctx, input: settings }: CommandCall<DealSettings, DealServices>): Promise<DealRecord> {
    await requireKnown(ctx, settings);
    const named = await findDealNamed(ctx.tx, settings.exchange, settings.deal_id);
    if (named !== null) throw conflict("deal_exists", "deals.exists");
    const id = await insertDeal(ctx.tx, settings, { by: actorUid(ctx.actor), now: ctx.clock.now() });
    await ctx.audit.record({ subject: auditSubjectOf(id), changes: changesBetween({}, factsOf(settings, "active")) });
    return presentDeal(await found(ctx, id));
  },
});

/** Changes a deal. @throws 404 for an unknown one, 409 if another change came first, else as when adding one. */
export const updateDeal = command({
  name: "supply.update_deal",
  errors: ["not_found", "conflict"],
  async run({
    ctx,
    input: { id, version, settings },
  }: CommandCall<{ id: number; version: number; settings: DealSettings }, DealServices>): Promise<DealRecord> {
    const before = await lockVersion(ctx, id, version);
    await requireKnown(ctx, settings);
    const named = await findDealNamed(ctx.tx, settings.exchange, settings.deal_id);
    if (named !== null && named !== id) throw conflict("deal_exists", "deals.exists");
    return save(ctx, before, settings, before.status);
  },
});

/** Ends a deal or takes it up again. @throws 404 for an unknown one, 409 if another change came first. */
export const setDealStatus = command({
  name: "supply.set_deal_status",
  errors: ["not_found", "conflict"],
  async run({
    ctx,
    input: { id, version, status },
  }: CommandCall<{ id: number; version: number; status: DealRecord["status"] }, DealServices>): Promise<DealRecord> {
    const before = await lockVersion(ctx, id, version);
    return save(ctx, before, settingsOf(before), status);
  },
});

const todayOf = ({ clock }: Pick<CommandContext, "clock">): string => dayIn(accountTimeZone, clock.now());

async function lockVersion(ctx: CommandContext, id: number, version: number): Promise<DealRow> {
  const row = await lockDeal(ctx.tx, callerOf(ctx.actor), id, todayOf(ctx));
  if (row === null) throw notFound();
  if (row.version !== version) throw conflict("deal_changed", "deals.changed");
  return row;
}

/** @throws 422 for exchanges, placements, accounts and currencies that are not known. */
async function requireKnown({ tx, config, services }: CommandContext<DealServices>, settings: DealSettings) {
  const { exchange, placement_ids, account_uids, currency } = settings;
  // Without a rate it could not be compared with a campaign's price.
  if (currencyRatesOf(services.operatorSettings).perFranc[currency] === undefined)
    throw invalid({ currency: ["deals.currency"] });
  const isConfigured = config.exchanges.some(({ name }) => name === exchange);
  if (exchange !== null && !isConfigured && (await findStoredExchange(tx, exchange)) === null) {
    throw invalid({ exchange: ["rule.oneOf"] });
  }
  if ((await countPlacements(tx, placement_ids)) < placement_ids.length) {
    throw invalid({ placement_ids: ["rule.oneOf"] });
  }
  const users = await findUsers(tx, account_uids);
  const areCustomers = account_uids.every((uid) => isCustomer(users.get(uid)?.role ?? "super_admin"));
  if (!areCustomers) throw invalid({ account_uids: ["deals.accounts"] });
}

/** Saves a deal and tells running campaigns that buy through it. */
async function save(
  ctx: CommandContext<DealServices>,
  before: DealRow,
  settings: DealSettings,
  status: DealRecord["status"],
): Promise<DealRecord> {
  const changes = changesBetween(factsOf(settingsOf(before), before.status), factsOf(settings, status));
  if (changes.length === 0) {
    ctx.audit.unchanged("the deal is the same");
    return presentDeal(before);
  }
  const now = ctx.clock.now();
  await updateDealRow(ctx.tx, before.id, settings, status, { by: actorUid(ctx.actor), now });
  await ctx.services.selectingCampaigns.republish(ctx.tx, { setting: "deal_ids", ids: [before.id] }, now);
  await ctx.audit.record({ subject: auditSubjectOf(before.id), changes });
  return presentDeal(await found(ctx, before.id));
}

async function found(ctx: CommandContext, id: number): Promise<DealRow> {
  const row = await findDeal(ctx.tx, callerOf(ctx.actor), id, todayOf(ctx));
  if (row === null) throw notFound();
  return row;
}
