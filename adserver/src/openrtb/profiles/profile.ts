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
  /** The longest token that a bid can pass on. */
  maxTokenChars?: number;
  /** Members of a bid's `ext`. */
  extOf?(account: string | undefined): BidMembers | undefined;
  /** Whether bids may have transparency and other members in `ext`. */
  hasOnlyOwnExt?: boolean;
  /** Whether our account may bid on an `imp`. */
  takesImp?(imp: Record<string, unknown>, account: string | undefined): boolean;
  /** Whether a bid without a picture of its ad is refused. */
  needsPicture?: boolean;
};
