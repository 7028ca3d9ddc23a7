import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { DsaRequest, Slot } from "../../kernel/ad-request.ts";
import { type JsonRecord, number, record } from "../../kernel/coerce.ts";
import { isAtLeast } from "../../kernel/vast-version.ts";

const supported = 1;
const required = 2;
const publisherCannotShow = 0;
/** `adrender`: the ad shows its label, or it does not. */
const rendered = { no: 0, byUs: 1 };
/** OpenRTB's codes of targeting parameters. */
const chosenBy = { profile: 1, page: 2, exactPlace: 3 };

/** `told`: the response names the payer. `shown`: the ad itself must render it. */
export function dsaRequest(regs: JsonRecord): DsaRequest {
  const dsa = record(regs.dsa ?? record(regs.ext).dsa);
  const wanted = number(dsa.dsarequired) ?? 0;
  if (wanted >= required && number(dsa.pubrender) === publisherCannotShow) return "shown";
  return wanted >= supported || (number(dsa.datatopub) ?? 0) > 0 ? "told" : "none";
}

/**
 * Whether an ad in this slot surely shows its label: players below VAST 4 do not, nor do pages without a privacy link.
 * Audio players get one as well, but most have no screen for it.
 */
export const showsLabel = ({ video, native, audio }: Pick<Slot, "video" | "native" | "audio">): boolean =>
  audio === undefined && (native?.hasPrivacyLink ?? (video === undefined || isAtLeast(video.vast, "4.0")));

/** The `ext.dsa` object of a bid. `domain` is this bidder's. */
export function dsaObject(snapshot: CampaignSnapshot, domain: string, isShown: boolean) {
  const { targeting, advertiserDomain } = snapshot;
  const name = snapshot.advertiserName || advertiserDomain;
  const people = [targeting.audiences, targeting.ages, targeting.genders, targeting.parental, targeting.incomes];
  const isProfiled = targeting.remarketing || people.some((chosen) => chosen.length > 0);
  const dsaparams = [
    ...(isProfiled ? [chosenBy.profile] : []),
    chosenBy.page,
    ...(targeting.radii.length > 0 || targeting.zips.length > 0 ? [chosenBy.exactPlace] : []),
  ];
  return {
    behalf: name,
    paid: name,
    transparency: [{ domain, dsaparams }],
    adrender: isShown ? rendered.byUs : rendered.no,
  };
}
