import type { FastifyRequest } from "fastify";

/** What a session keeps of the device that opened it: names to recognise it by, and never the whole address. */
export type Device = { browser: string | null; system: string | null; network: string | null };

export const unknownDevice: Device = { browser: null, system: null, network: null };

/** By what `User-Agent` carries. Browsers name the ones they descend from too: the first that fits counts. */
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
  return { browser: nameIn(browsers, agent), system: nameIn(systems, agent), network: networkOf(request.ip) };
}

/** The network of an address: the first three of four numbers (IPv4), the first three of eight groups (IPv6). */
export function networkOf(address: string): string | null {
  const four = /(?:^|:)(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address)?.[1];
  if (four) return `${four}.x`;
  if (!address.includes(":")) return null;
  const [head = "", tail] = address.toLowerCase().split("%", 1)[0]?.split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const whole = [...groups, ...Array<string>(missing).fill("0"), ...after];
  return `${whole.slice(0, 3).join(":")}::`;
}
