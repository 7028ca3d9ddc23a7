import { paths } from "./ad-urls.ts";
import { createSigner } from "./signing.ts";

/**
 * The snippet that an advertiser puts on its own site: its visitors can then be reached by its remarketing campaigns
 * (AGENCY-008). The same for every campaign of the advertiser.
 */
export const remarketingTag = (adsUrl: string, signingSecret: string, ownerUid: string): string =>
  `<img src="${adsUrl}${paths.remarketing}?o=${createSigner(signingSecret).sign(encodeURIComponent(ownerUid))}" width="1" height="1" alt="">`;
