import type { PlayerLimits } from "../../kernel/ad-request.ts";
import { type JsonRecord, number, numbers, texts } from "../../kernel/coerce.ts";
import { vastFor, wrapperFor } from "../../kernel/vast-version.ts";

const defaultMaxSeconds = 300;
/** `delivery`: our ads are progressive downloads. */
const streaming = 1;

/**
 * What a player accepts, from a `video` or an `audio` object of a bid request; undefined where it takes no VAST, only
 * streams, or no ad fits its pod.
 */
export function playerLimits(media: JsonRecord): PlayerLimits | undefined {
  const deliveries = numbers(media.delivery);
  if (deliveries.length > 0 && deliveries.every((method) => method === streaming)) return undefined;
  const protocols = numbers(media.protocols ?? media.protocol);
  const vast = vastFor(protocols);
  if (vast === undefined) return undefined;
  // In a pod an ad can be no longer than the pod.
  const podSeconds = number(media.poddur) ?? Number.POSITIVE_INFINITY;
  const requiredSeconds = numbers(media.rqddurs);
  const exactSeconds = requiredSeconds.filter((seconds) => seconds <= podSeconds);
  if (requiredSeconds.length > 0 && exactSeconds.length === 0) return undefined;
  return {
    vast,
    wrapper: wrapperFor(protocols),
    minSeconds: number(media.minduration) ?? 0,
    maxSeconds: Math.min(number(media.maxduration) ?? defaultMaxSeconds, podSeconds),
    exactSeconds,
    minKbps: number(media.minbitrate) ?? 0,
    maxKbps: number(media.maxbitrate) ?? Number.POSITIVE_INFINITY,
    contentTypes: texts(media.mimes).map((mime) => mime.toLowerCase()),
  };
}
