import { createHmac } from "node:crypto";
import { pageExchange, placementOfImp, tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import { isSignedByAny, type Keys } from "@litfass/platform/security/keys";
import { type AdUnitFigures, adUnitFigures } from "./ad-unit-figures.ts";
import { type EventColumns, EventsUnreadable, placeOf, readEventColumns, wordAt } from "./event-columns.ts";
import { costKind, kinds } from "./event-fields.ts";
import { nativeBlock } from "./native-block.ts";

/** Identifies a batch; it is the deduplication token of the event store. */
export type BatchName = { process: string; firstSequence: number; events: number };

/** The charges of one campaign under one lease. */
export type BatchSpend = {
  leaseId: string;
  campaignId: number;
  ownerUid: string;
  currency: string;
  impressions: number;
  amountMicros: bigint;
};

/** The counted impressions and clicks of one campaign: those that are not invalid. */
export type BatchCounts = { campaignId: number; impressions: number; clicks: number; chargeMicros: bigint };

/**
 * The media cost of a batch's impressions at one exchange, in micros of an account's currency. Of the publishers' tag for
 * each placement, of pages' own auctions for each site. Or the data fees for one audience, at whatever exchange.
 */
export type BatchCost = {
  exchange: string;
  placement: number | null;
  site: string | null;
  audience: number | null;
  currency: string;
  impressions: number;
  amountMicros: bigint;
};

export type Batch = BatchName & {
  columns: EventColumns;
  /** The events as a Native block, see `native-block`. */
  block: Buffer;
  spend: BatchSpend[];
  costs: BatchCost[];
  counts: BatchCounts[];
  adUnits: AdUnitFigures[];
  chargeMicros: bigint;
  /** The campaigns with events. */
  campaignIds: ReadonlySet<number>;
  /** ISO times of the earliest and latest event. */
  earliestAt: string;
  latestAt: string;
};

/** The batch does not match its name or holds invalid events; retrying does not help. */
export class BatchUnreadable extends Error {
  constructor(reason: string) {
    super(`This batch cannot be read: ${reason}`);
    this.name = "BatchUnreadable";
  }
}

export const batchPath = "/internal/events";
export const batchHeader = "x-litfass-batch";
export const signatureHeader = "x-litfass-signature";
export const batchContentType = "application/octet-stream";

export const batchToken = (name: BatchName): string => `${name.process}:${name.firstSequence}:${name.events}`;

/** Parses a token; null if it is invalid. */
export function parseBatchToken(token: string): BatchName | null {
  const match = /^([A-Za-z0-9_-]{1,64}):(\d{1,15}):([1-9]\d{0,5})$/.exec(token);
  if (!match) return null;
  return { process: match[1]!, firstSequence: Number(match[2]), events: Number(match[3]) };
}

/** Signs a batch: HMAC-SHA-256 over its token and bytes. */
export const signBatch = (secret: string, token: string, bytes: Buffer): string =>
  createHmac("sha256", secret).update(`${token}\n`).update(bytes).digest("hex");

/** Whether one of the installation's keys signed the batch. */
export const isSignedBatch = (keys: Keys, token: string, bytes: Buffer, signature: string): boolean =>
  isSignedByAny(keys, signature, (key) => signBatch(key, token, bytes));

/** A block codes them in one byte, with 0 for events without one. */
const maxClearingCurrencies = 255;
const impression = kinds.indexOf("impression");
const click = kinds.indexOf("click");

/**
 * Reads a batch and adds up its charges per lease, its media cost per exchange and its counts per campaign. Throws
 * `BatchUnreadable` where the number of events differs from its name or an event is invalid.
 */
export function readBatch(name: BatchName, bytes: Buffer): Batch {
  const columns = columnsOf(name, bytes);
  const { events, kind, atMs, numbers, words } = columns;
  const counted = placeOf(columns, "");
  const campaignIds = new Set<number>();
  const spends = new Map<string, BatchSpend>();
  const costs = new Map<string, BatchCost>();
  const counts = new Map<number, BatchCounts>();
  const currencies = new Set<number>();
  let chargeMicros = 0n;
  let earliestMs = Number.POSITIVE_INFINITY;
  let latestMs = Number.NEGATIVE_INFINITY;
  let campaignId = Number.NaN;
  for (let event = 0; event < events; event++) {
    const at = atMs[event]!;
    if (!isInstant(at)) throw new BatchUnreadable(`event ${event} has no instant`);
    if (at < earliestMs) earliestMs = at;
    if (at > latestMs) latestMs = at;
    if (numbers.campaign_id[event] !== campaignId) {
      campaignId = numbers.campaign_id[event]!;
      campaignIds.add(campaignId);
    }
    if (kind[event] === costKind) {
      addCost(columns, costs, event);
      if (numbers.data_fee_micros[event]! > 0) addDataFee(columns, costs, event);
      currencies.add(words.clearing_currency[event]!);
    }
    const micros = numbers.charge_micros[event]!;
    const isCounted = words.invalid[event] === counted;
    if (isCounted && (kind[event] === impression || kind[event] === click)) {
      addCount(counts, campaignId, kind[event] === impression, micros);
    }
    if (micros === 0) continue;
    if (kind[event] !== impression || !isCounted) {
      throw new BatchUnreadable(`event ${event} charges for what is no counted impression`);
    }
    const spend = spendOf(columns, spends, event);
    spend.impressions += 1;
    spend.amountMicros += BigInt(micros);
    chargeMicros += BigInt(micros);
  }
  if (currencies.size > maxClearingCurrencies) throw new BatchUnreadable("it has too many clearing currencies");
  return {
    ...name,
    columns,
    block: nativeBlock(columns, name.process, name.firstSequence, placesOf(events)),
    spend: [...spends.values()],
    costs: [...costs.values()],
    counts: [...counts.values()],
    adUnits: adUnitFigures(columns),
    chargeMicros,
    campaignIds,
    earliestAt: new Date(earliestMs).toISOString(),
    latestAt: new Date(latestMs).toISOString(),
  };
}

/** The indices of `count` events. */
export function placesOf(events: number): Uint32Array {
  const places = new Uint32Array(events);
  for (let place = 1; place < events; place++) places[place] = place;
  return places;
}

function columnsOf(name: BatchName, bytes: Buffer): EventColumns {
  try {
    return readEventColumns(bytes, name.events);
  } catch (error) {
    if (error instanceof EventsUnreadable) throw new BatchUnreadable(error.message);
    throw error;
  }
}

/** The end of the event store's DateTime64. */
const [firstMs, endMs] = [Date.UTC(1900), Date.UTC(2300)];
const isInstant = (ms: number): boolean => Number.isInteger(ms) && ms >= firstMs && ms < endMs;

/** The running charge of this event's campaign and lease. */
function spendOf(columns: EventColumns, spends: Map<string, BatchSpend>, event: number): BatchSpend {
  const { numbers, words } = columns;
  const campaignId = numbers.campaign_id[event]!;
  const key = `${words.lease_id[event]} ${campaignId} ${words.currency[event]}`;
  let spend = spends.get(key);
  if (spend === undefined) {
    spend = {
      leaseId: wordAt(columns, words.lease_id[event]!),
      campaignId,
      ownerUid: wordAt(columns, words.owner_uid[event]!),
      currency: wordAt(columns, words.currency[event]!),
      impressions: 0,
      amountMicros: 0n,
    };
    spends.set(key, spend);
  }
  return spend;
}

/** Adds an impression or a click to the counts of its campaign. */
function addCount(counts: Map<number, BatchCounts>, campaignId: number, isImpression: boolean, micros: number): void {
  let count = counts.get(campaignId);
  if (count === undefined) {
    count = { campaignId, impressions: 0, clicks: 0, chargeMicros: 0n };
    counts.set(campaignId, count);
  }
  if (isImpression) count.impressions += 1;
  else count.clicks += 1;
  count.chargeMicros += BigInt(micros);
}

/** Adds a cost to the sum of its exchange, placement or site, and its currency. */
function addCost(columns: EventColumns, costs: Map<string, BatchCost>, event: number): void {
  const { numbers, words } = columns;
  const exchange = wordAt(columns, words.exchange[event]!);
  const placement = exchange === tagExchange ? placementOfImp(wordAt(columns, words.imp_id[event]!)) : null;
  const site = exchange === pageExchange ? wordAt(columns, words.site[event]!) : null;
  const key = `${words.exchange[event]} ${placement} ${site} ${words.currency[event]}`;
  let cost = costs.get(key);
  if (cost === undefined) {
    const currency = wordAt(columns, words.currency[event]!);
    cost = { exchange, placement, site, audience: null, currency, impressions: 0, amountMicros: 0n };
    costs.set(key, cost);
  }
  cost.impressions += 1;
  cost.amountMicros += BigInt(numbers.media_cost_micros[event]!);
}

/** Adds a data fee to the sum of its audience and currency. */
function addDataFee(columns: EventColumns, costs: Map<string, BatchCost>, event: number): void {
  const { numbers, words } = columns;
  const audience = numbers.audience_id[event]!;
  const key = `audience ${audience} ${words.currency[event]}`;
  let fee = costs.get(key);
  if (fee === undefined) {
    const currency = wordAt(columns, words.currency[event]!);
    fee = { exchange: "", placement: null, site: null, audience, currency, impressions: 0, amountMicros: 0n };
    costs.set(key, fee);
  }
  fee.impressions += 1;
  fee.amountMicros += BigInt(numbers.data_fee_micros[event]!);
}
