import type { Language } from "@litfass/contract/kernel/language";
import type { CommandContext } from "@litfass/platform/command/command";
import { invalid } from "@litfass/platform/problem";
import type { LiveSettings } from "@litfass/platform/settings/follow-settings";

export type OfferingServices = { operatorSettings: LiveSettings };

/** @throws Problem 422 at `lang` for a language that the operator does not offer */
export function requireOffered({ services }: CommandContext<OfferingServices>, lang: Language): void {
  const { offered } = services.operatorSettings.current().languages;
  if (!offered.includes(lang)) throw invalid({ lang: ["rule.oneOf"] });
}
