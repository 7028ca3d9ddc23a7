import { sourceOf } from "../config/network.ts";
import { tooMany } from "../problem.ts";
import { type Redis, redisScript } from "../redis/redis.ts";
import { type AddToShared, type CallCounter, createCallCounter } from "./call-counter.ts";

/** Many people can share one address (a company's proxy), so an address may make more calls than one caller. */
const addressFactor = 10;
const windowMs = 60_000;

export type CallLimits = {
  /** Counts a request of an address. @throws Problem 429 */
  countAddress(address: string): Promise<void>;
  /** Counts a call of a signed-in user, or of an address where `uid` is null. @throws Problem 429 */
  countCaller(uid: string | null, address: string): Promise<void>;
};

/** A limit of calls per minute: of all processes with the same Redis, otherwise of this process. */
export function createCallLimits(requestsPerMinute: number, redis?: Redis): CallLimits {
  const shared = redis && addInRedis(redis);
  const addresses = createCallCounter({ name: "address", limit: requestsPerMinute * addressFactor, windowMs, shared });
  const callers = createCallCounter({ name: "caller", limit: requestsPerMinute, windowMs, shared });
  return {
    countAddress: async (address) => admit(addresses, sourceOf(address)),
    countCaller: async (uid, address) => admit(callers, uid ?? sourceOf(address)),
  };
}

function admit(counter: CallCounter, key: string): void {
  const waitSeconds = counter.count(key);
  if (waitSeconds !== null) throw tooMany(waitSeconds);
}

const addScript = redisScript(`local calls = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = ARGV[2]
end
return {calls, tonumber(left)}`);

const addInRedis =
  (redis: Redis): AddToShared =>
  async (key, calls, ms) => {
    const [total, leftMs] = (await redis.run(addScript, [key], [calls, ms])) as [number, number];
    return { calls: total, leftMs };
  };
