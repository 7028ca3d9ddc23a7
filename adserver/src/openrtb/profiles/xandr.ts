import type { ProfileRules } from "./profile.ts";

/** The custom macro of registered markup that each bid fills with its token. */
export const registeredToken = "LITFASS_AD";

/**
 * Xandr: the markup is registered before, so a bid only names it (`crid` is its code), and fills its custom macro. The
 * documented members of a bid are few; `adid` would be Xandr's own number and have precedence.
 */
export const xandr: ProfileRules = {
  accountIsSeat: true,
  hasOnlyOwnExt: true,
  maxTokenChars: 550,
  shape: ({ nurl, cid, crid }, pageToken) => ({
    nurl,
    cid,
    crid,
    ext: { appnexus: { custom_macros: [{ name: registeredToken, value: pageToken }] } },
  }),
};
