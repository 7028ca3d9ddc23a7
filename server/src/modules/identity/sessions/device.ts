import { networkOf } from "@litfass/platform/config/network";
import type { FastifyRequest } from "fastify";

/** The device data of a session: names for recognition, and never the whole address. */
export type Device = { browser: string | null; system: string | null; network: string | null };

export const unknownDevice: Device = { browser: null, system: null, network: null };

/** Browsers also name their predecessors in `User-Agent`, so the first match counts. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: [RegExp, string][], text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** The device that makes a request. */
export function deviceOf(request: Pick<FastifyRequest, "headers" | "ip">): Device {
  const agent = request.headers["user-agent"] ?? "";
  return { browser: nameIn(browsers, agent), system: nameIn(systems, agent), network: networkShown(request.ip) };
}

/** The network of an address: the first three of four bytes (IPv4), the first three of eight groups (IPv6). */
function networkShown(address: string): string | null {
  const network = networkOf(address, { ipv4: 24, ipv6: 48 });
  return network?.includes(".") ? network.replace(/0$/, "x") : network;
}
