import type { LastingKeys } from "@litfass/platform/security/lasting-keys";
import { paths } from "../tokens/ad-urls.ts";
import { remarketingSigner, type Signer } from "../tokens/signing.ts";

/**
 * The snippet for an advertiser's own site, which fills its remarketing audience (AGENCY-008). The same for all its
 * campaigns.
 */
export const remarketingTag = (adsUrl: string, lastingKeys: LastingKeys, ownerUid: string): string =>
  `<img src="${adsUrl}${paths.remarketing}?o=${remarketingSigner(lastingKeys).sign(encoded(ownerUid))}" width="1" height="1" alt="">`;

/** Ad tokens of earlier versions used the same key; their field separator distinguishes them. */
const foreign = "~";
const encoded = (uid: string): string => encodeURIComponent(uid).replaceAll(foreign, "%7E");

/** The advertiser of a tag; undefined for other tokens. */
export function ownerOfTag(remarketing: Signer, token: string): string | undefined {
  const payload = remarketing.open(token);
  return payload === undefined || payload.includes(foreign) ? undefined : decodeURIComponent(payload);
}
