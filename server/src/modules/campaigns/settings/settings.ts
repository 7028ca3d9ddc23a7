import { campaignStatuses } from "@litfass/contract/campaigns/campaigns";
import { ageRanges, genders, pacings, parentalStatuses } from "@litfass/contract/kernel/formats";
import ISO6391 from "iso-639-1";

type Lang = "en" | "de";
type Option = { value: string; text: string };

const names: Record<string, [string, string]> = {
  DRAFT: ["Draft", "Entwurf"],
  ACTIVE: ["Active", "Aktiv"],
  PAUSED: ["Paused", "Pausiert"],
  ARCHIVED: ["Archived", "Archiviert"],
  ENDED: ["Ended", "Beendet"],
  male: ["Male", "Männlich"],
  female: ["Female", "Weiblich"],
  parent: ["Parent", "Mit Kindern"],
  not_a_parent: ["Not a parent", "Ohne Kinder"],
  unknown: ["Unknown", "Unbekannt"],
  even: ["Even", "Gleichmässig"],
  ahead: ["Ahead", "Vorausschauend"],
  top_10: ["Top 10%", "Oberste 10%"],
  "11_20": ["11 to 20%", "11 bis 20%"],
  "21_30": ["21 to 30%", "21 bis 30%"],
  "31_40": ["31 to 40%", "31 bis 40%"],
  "41_50": ["41 to 50%", "41 bis 50%"],
  lower_50: ["Lower 50%", "Untere 50%"],
  chrome: ["Chrome", "Chrome"],
  safari: ["Safari", "Safari"],
  firefox: ["Firefox", "Firefox"],
  edge: ["Edge", "Edge"],
  samsung_internet: ["Samsung Internet", "Samsung Internet"],
  opera: ["Opera", "Opera"],
  other: ["Other", "Andere"],
};

/** Values of a settings list with their names; a value without one is its own name. */
export const optionsOf = (values: readonly string[], lang: Lang): Option[] =>
  values.map((value) => ({ value, text: names[value]?.[lang === "de" ? 1 : 0] ?? value }));

export const entityStatuses = (lang: Lang): Option[] => optionsOf(campaignStatuses, lang);
export const pacingOptions = (lang: Lang): Option[] => optionsOf(pacings, lang);
export const performanceGoals = (): Option[] => [{ value: "CPM", text: "CPM" }];
export const demographics = (lang: Lang) => ({
  ageRanges: optionsOf(ageRanges, lang),
  genders: optionsOf(genders, lang),
  parentalStatuses: optionsOf(parentalStatuses, lang),
});

/** Languages most people of the served countries read come first; the rest follows by English name (RULE-008). */
const first = ["de", "fr", "it", "en", "rm"];
export const languageOptions = (): Option[] => {
  const rest = ISO6391.getAllCodes().filter((code) => !first.includes(code));
  const named = (code: string): Option => ({ value: code, text: ISO6391.getName(code) });
  return [...first.map(named), ...rest.map(named).sort((a, b) => a.text.localeCompare(b.text, "en"))];
};
export const isLanguage = (code: string): boolean => ISO6391.validate(code);
