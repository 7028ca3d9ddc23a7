import { createHmac, timingSafeEqual } from "node:crypto";
import { adEvent } from "@litfass/contract/ad-event";

/** Names a batch once and for all; it is the deduplication token of the event store. */
export type BatchName = { process: string; firstSequence: number; events: number };

/** What the batch costs one campaign under one lease. */
export type BatchSpend = {
  leaseId: string;
  campaignId: number;
  ownerUid: string;
  currency: string;
  impressions: number;
  amountMicros: bigint;
};

export type Batch = BatchName & {
  lines: Buffer;
  spend: BatchSpend[];
  chargeMicros: bigint;
  /** All that have an event in it. */
  campaignIds: ReadonlySet<number>;
  /** Instants of the earliest and latest event, ISO. */
  earliestAt: string;
  latestAt: string;
};

/** The batch is not what its name says, or holds something that is no ad event: sending it again will not help. */
export class BatchUnreadable extends Error {
  constructor(reason: string) {
    super(`This batch cannot be read: ${reason}`);
    this.name = "BatchUnreadable";
  }
}

export const batchPath = "/internal/events";
export const batchHeader = "x-litfass-batch";
export const signatureHeader = "x-litfass-signature";
export const batchContentType = "application/x-ndjson";

export const batchToken = (name: BatchName): string => `${name.process}:${name.firstSequence}:${name.events}`;

/** Reads a token back; null where it is none. */
export function parseBatchToken(token: string): BatchName | null {
  const match = /^([A-Za-z0-9_-]{1,64}):(\d{1,15}):([1-9]\d{0,5})$/.exec(token);
  if (!match) return null;
  return { process: match[1]!, firstSequence: Number(match[2]), events: Number(match[3]) };
}

/** Signs a batch between the own processes: HMAC-SHA-256 over its token and its bytes. */
export const signBatch = (secret: string, token: string, lines: Buffer): string =>
  createHmac("sha256", secret).update(`${token}\n`).update(lines).digest("hex");

export function isSignedBatch(secret: string, token: string, lines: Buffer, signature: string): boolean {
  const expected = Buffer.from(signBatch(secret, token, lines));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Lines read before other work gets its turn: about 10 ms. */
const linesPerTurn = 2_000;

/**
 * Checks every event of a batch and adds up its charges per lease. Throws `BatchUnreadable` where a line is no ad
 * event, or numbers do not run on from the first as the name says.
 */
export async function readBatch(name: BatchName, lines: Buffer): Promise<Batch> {
  const spend = new Map<string, BatchSpend>();
  const campaignIds = new Set<number>();
  let chargeMicros = 0n;
  let earliestAt = "";
  let latestAt = "";
  let sequence = name.firstSequence;
  let start = 0;
  while (start < lines.length) {
    const feed = lines.indexOf(10, start);
    const end = feed < 0 ? lines.length : feed;
    const event = parseEvent(lines.toString("utf8", start, end), sequence);
    if (event.process !== name.process) throw new BatchUnreadable(`event ${sequence} is of process ${event.process}`);
    if (event.sequence !== sequence) throw new BatchUnreadable(`${event.sequence} stands where ${sequence} should`);
    campaignIds.add(event.campaign_id);
    if (earliestAt === "" || event.at < earliestAt) earliestAt = event.at;
    if (event.at > latestAt) latestAt = event.at;
    if (event.charge_micros > 0) {
      if (event.kind !== "impression" || event.invalid !== "") {
        throw new BatchUnreadable(`event ${sequence} charges for what is no counted impression`);
      }
      const amountMicros = BigInt(event.charge_micros);
      const key = `${event.lease_id}\n${event.campaign_id}\n${event.currency}`;
      const known = spend.get(key);
      if (known) {
        known.impressions += 1;
        known.amountMicros += amountMicros;
      } else {
        spend.set(key, {
          leaseId: event.lease_id,
          campaignId: event.campaign_id,
          ownerUid: event.owner_uid,
          currency: event.currency,
          impressions: 1,
          amountMicros,
        });
      }
      chargeMicros += amountMicros;
    }
    sequence += 1;
    start = end + 1;
    if ((sequence - name.firstSequence) % linesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  if (sequence - name.firstSequence !== name.events) {
    throw new BatchUnreadable(`it has ${sequence - name.firstSequence} events and not ${name.events}`);
  }
  return { ...name, lines, spend: [...spend.values()], chargeMicros, campaignIds, earliestAt, latestAt };
}

function parseEvent(line: string, sequence: number) {
  try {
    return adEvent.parse(JSON.parse(line));
  } catch (cause) {
    throw new BatchUnreadable(`event ${sequence}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
