import { GppModel, HeaderV1, Sections } from "@iabgpp/cmpapi";
import { memoize } from "../../kernel/memoize.ts";
import { allowsIdentifier } from "./tcf.ts";

const tcfEurope = 2;
const usPrivacy = 6;
const maxCached = 5_000;
const optOuts = ["SaleOptOut", "SharingOptOut", "TargetedAdvertisingOptOut"];
const isOptedOut = 1;
const actsForOthersOnly = 1;

/**
 * Whether an IAB Global Privacy Platform string lets this vendor use an identifier under every applicable section. A
 * missing, unreadable or unknown section means no.
 */
export function gppAllows(gpp: string, applicable: number[], vendorId: number | undefined): boolean {
  const [header = "", ...sections] = gpp.split("~");
  const ids = sectionIds(header);
  return applicable.every((id) => {
    const section = sections[ids?.indexOf(id) ?? -1];
    if (section === undefined) return false;
    return id === tcfEurope ? allowsIdentifier(section, vendorId) : americanAllows(id, section);
  });
}

/** US Privacy string: version, notice, opt-out of sale, LSPA. Anything but a clear "no opt-out" is an opt-out. */
export const saysOptedOut = (text: string): boolean => text.length !== 4 || !["N", "-"].includes(text.charAt(2));

/** Null where the header is unreadable. Cached: headers name sections and no person, so there are few. */
const sectionIds = memoize((header): number[] | null => {
  try {
    return new HeaderV1(header).getFieldValue("SectionIds") as number[];
  } catch {
    return null;
  }
}, maxCached);

/** Verdicts of US sections by section ID. Cached: sections hold choices and no times, so they recur. */
const americanSection = memoize((id) => {
  const name = Sections.SECTION_ID_NAME_MAP.get(Number(id));
  return name?.startsWith("us") === true ? memoize((section) => readAmerican(name, section), maxCached) : null;
}, 100);

function americanAllows(id: number, section: string): boolean {
  if (id === usPrivacy) return !saysOptedOut(section);
  return americanSection(String(id))?.(section) ?? false;
}

/** No opt-out of sale, sharing or targeting, no Global Privacy Control, no child, no service provider mode. */
function readAmerican(name: string, section: string): boolean {
  try {
    const model = new GppModel();
    model.decodeSection(name, section);
    const fields = model.getSection(name) as Record<string, unknown>;
    if (fields.Gpc === true || fields.MspaServiceProviderMode === actsForOthersOnly) return false;
    if (optOuts.some((field) => fields[field] === isOptedOut)) return false;
    const children = fields.KnownChildSensitiveDataConsents;
    return [children].flat().every((choice) => choice === undefined || choice === 0);
  } catch {
    return false;
  }
}
