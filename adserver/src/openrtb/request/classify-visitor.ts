import { isbot } from "isbot";
import { type JsonRecord, list, number, record, text } from "../../kernel/coerce.ts";
import { memoize, memoizeByRef } from "../../kernel/memoize.ts";

export type VisitorClass = { device: string; browser: string; isBot: boolean };

const maxCachedAgents = 20_000;

/** Browsers in matching order: most agents also claim to be Chrome or Safari. */
const browserTokens: [browser: string, pattern: RegExp][] = [
  ["edge", /\bEdg(?:e|A|iOS)?\//],
  ["opera", /\bOPR\/|\bOpera\b|\bOPiOS\//],
  ["samsung_internet", /\bSamsungBrowser\//],
  ["other", /\b(?:YaBrowser|Vivaldi|UCBrowser|DuckDuckGo|Brave|MiuiBrowser|HuaweiBrowser|Puffin|Silk)\b/],
  ["firefox", /\bFirefox\/|\bFxiOS\//],
  ["chrome", /\bChrome\/|\bCriOS\/|\bChromium\//],
  ["safari", /\bVersion\/[\d.]+ .*Safari\/|\b(?:iPhone|iPad|Macintosh).*AppleWebKit/],
];

const hintedBrands: [pattern: RegExp, browser: string][] = [
  [/edge/i, "edge"],
  [/opera/i, "opera"],
  [/samsung/i, "samsung_internet"],
  [/firefox/i, "firefox"],
  [/safari/i, "safari"],
  [/google chrome/i, "chrome"],
];

const tvAgent =
  /\b(?:SMART-TV|SmartTV|HbbTV|AppleTV|Apple TV|Android TV|GoogleTV|BRAVIA|Roku|CrKey|AFT[A-Z]|Web0S|webOS\.TV|Tizen.*TV|NetCast|Viera|PlayStation|Xbox)\b/i;
const tabletAgent = /\biPad\b|\bTablet\b|\bKindle\b|\bSilk\/|\bPlayBook\b/i;
const phoneAgent = /\biPhone\b|\biPod\b|\bMobile\b|\bPhone\b|\bIEMobile\b|\bOpera Mini\b/i;

/** OpenRTB device types; 1 (mobile or tablet) is decided by the agent, 6 and 7 are connected devices. */
const deviceTypes: Record<number, string> = {
  2: "computer",
  3: "connected_tv",
  4: "smartphone",
  5: "tablet",
  6: "connected_tv",
  7: "connected_tv",
};

/** Operating systems that imply a kind of device. */
const systems: [pattern: RegExp, device: string][] = [
  [/^(?:ios|android|windows phone)$/i, "smartphone"],
  [/^ipados$/i, "tablet"],
  [/^(?:windows|mac ?os|os ?x|linux|chrome ?os)\b/i, "computer"],
  [/^(?:tvos|android tv|google tv|web ?os|tizen|roku(?: os)?|fire ?os tv|vidaa)\b/i, "connected_tv"],
];

function browserOfAgent(agent: string): string {
  return browserTokens.find(([, pattern]) => pattern.test(agent))?.[0] ?? "other";
}

function deviceOfAgent(agent: string): string {
  if (agent === "") return "";
  if (tvAgent.test(agent)) return "connected_tv";
  if (tabletAgent.test(agent)) return "tablet";
  if (phoneAgent.test(agent)) return "smartphone";
  return /\bAndroid\b/.test(agent) ? "tablet" : "computer";
}

/** The browser among the brands of client hints, which include fake and generic ones; undefined if it is missing. */
function browserOfHints(hints: JsonRecord): string | undefined {
  const brands = list(hints.browsers, 10).map((entry) => text(record(entry).brand));
  for (const [pattern, browser] of hintedBrands) if (brands.some((brand) => pattern.test(brand))) return browser;
  return undefined;
}

/** The kind of device by client hints and operating system, for requests without an agent. */
function deviceOfHints(device: JsonRecord, hints: JsonRecord): string {
  if (hints.mobile !== undefined) return hints.mobile === 1 ? "smartphone" : "computer";
  const system = text(device.os) || text(record(hints.platform).brand);
  return systems.find(([pattern]) => pattern.test(system))?.[1] ?? "";
}

/**
 * Device, browser and declared bots, from OpenRTB's `device`; results are memoized by agent and by object. Own patterns
 * instead of a user agent library: bowser reports Android TV, Chromecast, HbbTV, Apple TV and consoles as tablets or as
 * nothing, which would misdirect campaigns for connected TV. It also takes longer for a new agent than a whole bid does.
 */
export function visitorClassifier(): (device: JsonRecord) => VisitorClass {
  const classOfAgent = memoize(
    (agent: string): VisitorClass => ({
      device: deviceOfAgent(agent),
      browser: agent === "" ? "" : browserOfAgent(agent),
      isBot: agent !== "" && isbot(agent),
    }),
    maxCachedAgents,
  );
  return memoizeByRef((device: JsonRecord): VisitorClass => {
    const agent = text(device.ua, 512);
    const known = classOfAgent(agent);
    const hints = record(device.sua);
    const declared = deviceTypes[number(device.devicetype) ?? 0];
    const hintedDevice = agent === "" ? deviceOfHints(device, hints) : "";
    return {
      device: declared ?? (known.device || hintedDevice || (number(device.devicetype) === 1 ? "smartphone" : "")),
      browser: browserOfHints(hints) ?? known.browser,
      isBot: known.isBot,
    };
  });
}
