import { GppModel, HeaderV1, Sections } from "@iabgpp/cmpapi";
import { allowsIdentifier } from "./tcf.ts";

const tcfEurope = 2;
const usPrivacy = 6;
const mostKept = 5_000;
/** Headers name sections and no person: there are few. Null where one cannot be read. */
const headers = new Map<string, number[] | null>();
const sectionVerdicts = new Map<string, boolean>();
const optOuts = ["SaleOptOut", "SharingOptOut", "TargetedAdvertisingOptOut"];
const isOptedOut = 1;
const actsForOthersOnly = 1;

/**
 * Whether an IAB Global Privacy Platform string lets this vendor use an identifier under every section that applies. A
 * section that is missing, unreadable or of a law not known here is a no.
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
export const saysOptedOut = (text: string): boolean => text.length !== 4 || !["N", "-"].includes(text[2]!);

function sectionIds(header: string): number[] | null {
  const known = headers.get(header);
  if (known !== undefined) return known;
  let ids: number[] | null = null;
  try {
    ids = new HeaderV1(header).getFieldValue("SectionIds") as number[];
  } catch {
    // Not a header: no section can be told from another.
  }
  if (headers.size >= mostKept) headers.clear();
  headers.set(header, ids);
  return ids;
}

/** A section of the United States or of one of them. They tell choices and no times, so the same ones come again. */
function americanAllows(id: number, section: string): boolean {
  if (id === usPrivacy) return !saysOptedOut(section);
  const name = Sections.SECTION_ID_NAME_MAP.get(id);
  if (name?.startsWith("us") !== true) return false;
  const key = `${id} ${section}`;
  const known = sectionVerdicts.get(key);
  if (known !== undefined) return known;
  const verdict = readAmerican(name, section);
  if (sectionVerdicts.size >= mostKept) sectionVerdicts.clear();
  sectionVerdicts.set(key, verdict);
  return verdict;
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
