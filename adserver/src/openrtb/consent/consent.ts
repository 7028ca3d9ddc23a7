import type { ConsentSignal } from "../../kernel/ad-request.ts";
import { flag, type JsonRecord, list, number, record, text } from "../../kernel/coerce.ts";
import { gppAllows, saysOptedOut } from "./gpp.ts";
import { allowsIdentifier } from "./tcf.ts";

/** Countries where the GDPR or UK GDPR applies even without a signal of the exchange. */
const gdprCountries = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/**
 * Whether this visitor may be recognized: identifier, frequency cap, segments, remarketing. Otherwise only the page and
 * coarse location are used. Doubt means no: children, opt-out signals, unreadable strings, unknown sections.
 */
export function mayRecognise(
  request: { regs: JsonRecord; user: JsonRecord; device: JsonRecord },
  country: string,
  vendorId?: number,
): boolean {
  const { regs, user, device } = request;
  const regsExt = record(regs.ext);
  if (flag(regs.coppa) || flag(device.lmt) || flag(device.dnt)) return false;
  if (flag(regs.gpc) || flag(regsExt.gpc) || flag(record(device.ext).gpc)) return false;
  const usPrivacy = text(regs.us_privacy ?? regsExt.us_privacy);
  if (usPrivacy !== "" && saysOptedOut(usPrivacy)) return false;
  if (!sectionsAllow(regs, regsExt, vendorId)) return false;
  const gdpr = number(regs.gdpr ?? regsExt.gdpr);
  if (gdpr === 1 || (gdpr === undefined && gdprCountries.has(country))) {
    return allowsIdentifier(consentOf(user), vendorId);
  }
  return true;
}

const unsaid: ConsentSignal = { gdpr: "", text: "" };

/** What the exchange says about the GDPR and consent, to be passed on to the third parties of an ad. */
export function consentSignal(regs: JsonRecord, user: JsonRecord): ConsentSignal {
  const gdpr = number(regs.gdpr ?? record(regs.ext).gdpr);
  const consent = consentOf(user);
  if (gdpr === undefined && consent === "") return unsaid;
  return { gdpr: gdpr === undefined ? "" : gdpr === 0 ? "0" : "1", text: consent };
}

const consentOf = (user: JsonRecord): string => text(user.consent ?? record(user.ext).consent, 8192);

/** Whether the applicable GPP sections allow it; true if none applies. */
function sectionsAllow(regs: JsonRecord, regsExt: JsonRecord, vendorId: number | undefined): boolean {
  const stated = regs.gpp_sid ?? regsExt.gpp_sid;
  if (stated === undefined) return true;
  const applicable = list(stated)
    .map(number)
    .filter((id): id is number => id !== undefined && id > 0);
  return applicable.length === 0 || gppAllows(text(regs.gpp ?? regsExt.gpp, 8192), applicable, vendorId);
}
