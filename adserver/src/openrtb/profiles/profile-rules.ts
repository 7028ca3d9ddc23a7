import { type ExchangeProfile, profileFacts } from "@litfass/contract/supply/exchange-profiles";
import { google } from "./google.ts";
import type { ProfileRules } from "./profile.ts";
import { pubmatic } from "./pubmatic.ts";
import { xandr } from "./xandr.ts";

const plain: ProfileRules = { accountIsSeat: true };

const rules: Readonly<Record<ExchangeProfile, ProfileRules>> = {
  openrtb: plain,
  "prebid-server": plain,
  google,
  xandr,
  // "The contents of the adm are to be sent as an outer native wrapper object."
  index: { accountIsSeat: true, wrapsNative: true },
  magnite: plain,
  pubmatic,
};

export const rulesOf = (profile: ExchangeProfile = "openrtb"): ProfileRules => ({
  clickMacro: profileFacts[profile].click?.macro,
  ...rules[profile],
});

/** The entries that a profile allows, in its order, of those that the settings choose; undefined allows all. */
export const allowedBy = <Value>(facts: readonly Value[], chosen: readonly Value[] | undefined): readonly Value[] =>
  chosen === undefined ? facts : facts.filter((value) => chosen.includes(value));
