import type { NativeAsset, NativeRequest } from "../../kernel/ad-request.ts";
import { flag, type JsonRecord, list, number, numbers, present, record, text, texts } from "../../kernel/coerce.ts";
import { memoizeByRef } from "../../kernel/memoize.ts";

const maxChars = 16_384;
const maxAssets = 20;
/** Codes of OpenRTB Native 1.2, sections 7.3 to 7.7. */
const imageTypes = { icon: 1, logo: 2, main: 3 };
const dataKinds = new Map<number | undefined, "sponsored" | "description" | "button">([
  [1, "sponsored"],
  [2, "description"],
  [12, "button"],
]);
const events = { impression: 1, viewable: 2 };
const byPixel = 1;
const byScript = 2;

/**
 * What `imp.native` asks for (OpenRTB Native 1.1 and 1.2), from its JSON of at most 16 kB; null for what cannot be read
 * and for other versions. The request may be wrapped in a member `native`, as older exchanges do.
 */
export const nativeRequest = memoizeByRef((native: JsonRecord): NativeRequest | null => {
  const whole = record(decoded(native.request));
  const isWrapped = present(whole.native);
  const asked = isWrapped ? record(whole.native) : whole;
  const version = versionOf(text(asked.ver) || text(native.ver));
  if (version === undefined || !Array.isArray(asked.assets) || asked.assets.length === 0) return null;
  if (asked.assets.length > maxAssets) return null;
  const assets = asked.assets.map((asset) => assetOf(record(asset)));
  const trackers = list(asked.eventtrackers, 20).map(record);
  const has = (event: number, method: number): boolean =>
    version === "1.2" && trackers.some((one) => number(one.event) === event && numbers(one.methods).includes(method));
  return {
    version,
    isWrapped,
    assets,
    pixels: { impression: has(events.impression, byPixel), viewable: has(events.viewable, byPixel) },
    ...(has(events.impression, byScript) ? { runsScripts: true } : {}),
    hasPrivacyLink: flag(asked.privacy),
  };
});

/** The request is a string by the specification; some exchanges send the object itself. */
function decoded(request: unknown): unknown {
  if (typeof request !== "string") return request;
  if (request.length > maxChars) return undefined;
  try {
    return JSON.parse(request);
  } catch {
    return undefined;
  }
}

/** 1.2 is the specification's default. */
function versionOf(named: string): NativeRequest["version"] | undefined {
  const version = named === "" ? "1.2" : named.slice(0, 3);
  return version === "1.1" || version === "1.2" ? version : undefined;
}

function assetOf(asset: JsonRecord): NativeAsset {
  const shared = { id: number(asset.id) ?? 0, isRequired: flag(asset.required) };
  if (present(asset.title)) return { ...shared, kind: "title", maxChars: lengthOf(asset.title) };
  if (present(asset.img)) return { ...shared, ...imageOf(record(asset.img)) };
  if (!present(asset.data)) return { ...shared, kind: "unknown" };
  const kind = dataKinds.get(number(record(asset.data).type));
  return kind === undefined ? { ...shared, kind: "unknown" } : { ...shared, kind, maxChars: lengthOf(asset.data) };
}

const lengthOf = (from: unknown): number => number(record(from).len) ?? Number.MAX_SAFE_INTEGER;
const side = (value: unknown): number => Math.max(0, number(value) ?? 0);

/** A width without a minimum is exact (4.4). */
function imageOf(img: JsonRecord) {
  const type = number(img.type);
  const kind =
    type === imageTypes.main ? "main" : type === imageTypes.icon || type === imageTypes.logo ? "icon" : "unknown";
  if (kind === "unknown") return { kind } as const;
  const exact = (name: "w" | "h"): number => (img[`${name}min`] === undefined ? side(img[name]) : 0);
  const [width, height] = [side(img.w) || side(img.wmin), side(img.h) || side(img.hmin)];
  return {
    kind,
    ...(width > 0 && height > 0 ? { proportion: width / height } : {}),
    exact: [exact("w"), exact("h")] as [number, number],
    least: [side(img.wmin), side(img.hmin)] as [number, number],
    contentTypes: texts(img.mimes).map((mime) => mime.toLowerCase()),
  } as const;
}
