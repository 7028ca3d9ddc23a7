import { sourceOf } from "@litfass/platform/config/network";

const minuteMs = 60_000;
const maxPerMinute = 600;
/** More addresses than these within a minute are an attack, not shops: further ones wait. */
const maxAddresses = 20_000;

/** Whether a further call of this address, or of its IPv6 network, is within the limit of its minute. */
export function callLimit(nowMs: () => number): (address: string) => boolean {
  let minute = 0;
  const calls = new Map<string, number>();
  return (address) => {
    const current = Math.floor(nowMs() / minuteMs);
    if (current !== minute) {
      minute = current;
      calls.clear();
    }
    const source = sourceOf(address);
    const count = calls.get(source) ?? 0;
    if (count >= maxPerMinute || (count === 0 && calls.size >= maxAddresses)) return false;
    calls.set(source, count + 1);
    return true;
  };
}
