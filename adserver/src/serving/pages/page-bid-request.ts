import { flag, type JsonRecord, list, record, text } from "../../kernel/coerce.ts";
import { refusesId, visitorIdOf } from "../ads/visitor-id.ts";
import type { HttpRequest } from "../http-message.ts";

/** What a page may tell about itself, its visitor and its slots; everything else comes from the browser. */
const siteFields = ["name", "cat", "sectioncat", "pagecat", "cattax", "keywords", "kwarray", "content"];
const userFields = ["consent", "yob", "gender", "keywords", "data", "eids", "ext"];
const impFields = ["id", "tagid", "bidfloor", "bidfloorcur", "secure", "banner", "video", "native"];
const requestFields = ["tmax", "cur", "bcat", "acat", "cattax", "badv", "wlang", "wlangb"];
/** OpenRTB's auction type in which the winner pays its bid. */
const firstPrice = 1;

const pick = (from: JsonRecord, fields: string[]): JsonRecord =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));

/** The page as the browser names it, with the path that the page adds: browsers tell other origins only the host. */
function addressOf(told: unknown, page: URL): string {
  const address = text(told, 1024);
  return URL.canParse(address) && new URL(address).host === page.host ? address : page.href;
}

/**
 * The OpenRTB request of a page's auction. A page can write anything into it, so its host, the visitor's address,
 * browser, location and ID, viewability, sellers and deals are taken from the browser's request or left out. The ID of
 * the auction is ours: a repeated one would let impressions count as duplicates.
 */
export function pageBidRequest(body: unknown, page: URL, { headers, ip }: HttpRequest, id: string): JsonRecord {
  const raw = record(body);
  const [site, user, device] = [record(raw.site), record(raw.user), record(raw.device)];
  const isRefused = refusesId(headers) || flag(device.dnt) || flag(record(device.ext).gpc);
  return {
    ...pick(raw, requestFields),
    id,
    at: firstPrice,
    test: flag(raw.test) ? 1 : 0,
    imp: list(raw.imp).map((imp) => pick(record(imp), impFields)),
    site: {
      ...pick(site, siteFields),
      domain: page.hostname.replace(/\.$/, ""),
      page: addressOf(site.page, page),
    },
    device: {
      ua: headers["user-agent"] ?? "",
      ip,
      language: headers["accept-language"]?.slice(0, 2),
      dnt: isRefused ? 1 : 0,
    },
    user: { ...pick(user, userFields), buyeruid: isRefused ? "" : visitorIdOf(headers) },
    regs: raw.regs,
  };
}
