import { paths } from "../tokens/ad-urls.ts";
import { createSigner, type Signer } from "../tokens/signing.ts";

/**
 * The snippet that an advertiser puts on its own site: its visitors can then be reached by its remarketing campaigns
 * (AGENCY-008). The same for every campaign of the advertiser.
 */
export const remarketingTag = (adsUrl: string, signingSecret: string, ownerUid: string): string =>
  `<img src="${adsUrl}${paths.remarketing}?o=${createSigner(signingSecret, "remarketing").sign(encoded(ownerUid))}" width="1" height="1" alt="">`;

/** Ad tokens of earlier versions were signed with the same key; the separator of their fields tells them apart. */
const foreign = "~";
const encoded = (uid: string): string => encodeURIComponent(uid).replaceAll(foreign, "%7E");

/** The advertiser of a tag; undefined where the token was not signed for one. */
export function ownerOfTag(remarketing: Signer, token: string): string | undefined {
  const payload = remarketing.open(token);
  return payload === undefined || payload.includes(foreign) ? undefined : decodeURIComponent(payload);
}
