import { type ExchangeProfile, profileFacts } from "@litfass/contract/supply/exchange-profiles";
import { google } from "./google.ts";
import { pubmatic } from "./pubmatic.ts";
import { xandr } from "./xandr.ts";

/** Members of a bid that are the same in each request. */
export type BidMembers = Record<string, unknown>;

/** How an exchange's requests and bids differ from plain OpenRTB, beyond the facts of the contract. */
export type ProfileRules = {
  contentType?: string;
  /** Replaced by the exchange's click URL, encoded once. */
  clickMacro?: string | undefined;
  /** Whether the price macro is in the impression's URL of banners as well. */
  hasPriceInMarkup?: boolean;
  /** Whether a native ad is always the member `native` of its markup. */
  wrapsNative?: boolean;
  /** Whether prices are those of one impression, not of a thousand. */
  pricesAreSingle?: boolean;
  /** Whether bids name our account as their seat. */
  accountIsSeat?: boolean;
  /** Changes a bid's members. `pageToken` stands for the token of the page's URLs. */
  shape?(members: BidMembers, pageToken: string): BidMembers;
  /** Members of a bid's `ext`. */
  extOf?(account: string | undefined): BidMembers | undefined;
  /** Whether bids may have transparency and other members in `ext`. */
  hasOnlyOwnExt?: boolean;
  /** Whether our account may bid on an `imp`. */
  takesImp?(imp: Record<string, unknown>, account: string | undefined): boolean;
  /** Whether a bid without a picture of its ad is refused. */
  needsPicture?: boolean;
};

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
