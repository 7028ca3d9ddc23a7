import type { CreativeGroup } from "@litfass/contract/creatives";
import type { TFunction } from "i18next";

/** The standard templates that have a sentence of their own. */
const standard = ["poster", "panorama", "cutout", "split", "offer", "date", "voice", "signet"] as const;

/** What a template is for; of uploaded banners, what their description says. */
export function purposeOf(group: CreativeGroup, t: TFunction<"creatives">): string {
  const name = standard.find((each) => each === group.template);
  return name ? t(`purpose.${name}`) : (group.creatives[0]?.description ?? "");
}

/** What has to be filled in. */
export const needsOf = (group: CreativeGroup, t: TFunction<"creatives">): string =>
  group.template === null ? t("needs.nothing") : t(`needs.${group.picture}`);
