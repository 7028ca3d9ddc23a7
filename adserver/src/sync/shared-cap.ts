import type { Log } from "@litfass/platform/log/log";
import { type Redis, redisScript } from "@litfass/platform/redis/redis";
import { bidWaitMs } from "../auction/frequency-cap/pending-bids.ts";

/** A capped campaign, a visitor and a bid. `known` is the count of this process. */
export type CapQuestion = { campaignId: number; visitorKey: string; bid: string; known: number; nowMs: number };

/** `alone`: Redis did not answer; the process decides by its own count. */
export type CapAnswer = "reserved" | "alone" | { refusedAt: number };

/** The shared count of bids and impressions, so that no visitor exceeds a cap through two processes. */
export type SharedCap = {
  /** Reserves one remaining impression for a bid, for a minute. */
  reserve(question: CapQuestion & { cap: number }): Promise<CapAnswer>;
  /** Turns the reservation into an impression, without waiting. */
  noteImpression(question: CapQuestion): void;
};

/** Retention of visitors, as of their cookie. */
const retentionMs = 180 * 86_400_000;
/** Pause after a time-out, so that not every bid waits. */
const pauseMs = 1_000;

/** The larger of both counts wins, so that an empty or restarted Redis recovers. */
const reserveScript = redisScript(`
  redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", ARGV[1])
  local seen = math.max(tonumber(redis.call("GET", KEYS[2]) or "0"), tonumber(ARGV[4]))
  if redis.call("ZSCORE", KEYS[1], ARGV[3]) then return { 1, seen } end
  if seen + redis.call("ZCARD", KEYS[1]) >= tonumber(ARGV[5]) then return { 0, seen } end
  redis.call("ZADD", KEYS[1], ARGV[1] + ARGV[2], ARGV[3])
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
  return { 1, seen }`);

const impressionScript = redisScript(`
  redis.call("ZREM", KEYS[1], ARGV[1])
  local seen = math.max(tonumber(redis.call("GET", KEYS[2]) or "0"), tonumber(ARGV[2])) + 1
  redis.call("SET", KEYS[2], seen, "PX", ARGV[3])
  return seen`);

/** The braces keep both keys in one slot of a cluster. */
const keysOf = ({ campaignId, visitorKey }: CapQuestion): string[] => [
  `litfass:cap:{${campaignId}:${visitorKey}}:bids`,
  `litfass:cap:{${campaignId}:${visitorKey}}:seen`,
];

export function shareCap(redis: Redis, log: Log): SharedCap {
  let isAway = false;
  let awayUntilMs = 0;
  const ask = async (nowMs: number, question: () => Promise<unknown>): Promise<unknown> => {
    if (nowMs < awayUntilMs) return undefined;
    try {
      const answer = await question();
      if (isAway) log.info("Redis answers again: caps hold over all processes");
      isAway = false;
      return answer;
    } catch (error) {
      awayUntilMs = nowMs + pauseMs;
      if (!isAway) log.warn({ err: error }, "Redis is away: until it answers each process keeps caps by what it knows");
      isAway = true;
      return undefined;
    }
  };
  return {
    async reserve(question) {
      const { nowMs, bid, known, cap } = question;
      const values = [nowMs, bidWaitMs, bid, known, cap];
      const answer = await ask(nowMs, () => redis.run(reserveScript, keysOf(question), values));
      if (!Array.isArray(answer)) return "alone";
      return answer[0] === 1 ? "reserved" : { refusedAt: Number(answer[1]) };
    },
    noteImpression(question) {
      const { nowMs, bid, known } = question;
      void ask(nowMs, () => redis.run(impressionScript, keysOf(question), [bid, known, retentionMs]));
    },
  };
}
