import type { CreativeForms } from "@litfass/contract/creatives/creative-content";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { designOf } from "../banner-design.ts";
import type { CampaignFacts } from "../campaign-access.ts";
import { pictureNeed, signedPreviewUrl } from "../creative.ts";
import { listGroupsById } from "../library/group-sql.ts";
import { presentGroup } from "../library/present-group.ts";
import { bannerLanguage, formFields, missingFields, presentContent } from "./banner-content.ts";
import { chosenCreatives } from "./choose-creatives.ts";
import { readContent } from "./read-content.ts";

/**
 * The forms of a campaign's creatives with their shared values (API-UCRE-006): those of `groupUuid`, or of the
 * campaign's own group. Without a group, values are returned without forms.
 */
export async function creativeForms(
  db: Executor,
  caller: Caller,
  campaign: CampaignFacts,
  groupUuid = campaign.creativeGroup,
): Promise<CreativeForms> {
  const [group] = groupUuid ? await listGroupsById(db, caller.uid, [groupUuid]) : [];
  const design = group ? designOf(group) : null;
  const lang = bannerLanguage(campaign.language, caller.lang);
  const content = await readContent(db, campaign.id, design, lang);
  const chosen = new Set((await chosenCreatives(db, [campaign.id])).get(campaign.id));
  const shown = group && presentGroup(group, { lang: caller.lang, selected: chosen });
  const isFilledHere = design !== null;
  // A previewed group shows its basic formats, a chosen one those that the campaign uses.
  const isOwn = groupUuid === campaign.creativeGroup;
  const all = isOwn ? [...(shown?.creatives ?? []), ...(shown?.additional ?? [])] : (shown?.creatives ?? []);
  const creatives = all.filter(({ uuid }) => !isOwn || chosen.has(uuid));
  return {
    user_campaign: campaign.id,
    group: shown ?? null,
    values: presentContent(content),
    forms: creatives.map((creative) => ({
      creative: creative.uuid,
      creative_group: shown?.uuid ?? "",
      format: creative.format,
      width: creative.width,
      height: creative.height,
      fields: isFilledHere ? formFields(pictureNeed(design), caller.lang) : [],
      preview_url: signedPreviewUrl(campaign.id, shown?.uuid ?? "", creative.uuid),
    })),
    missing: isFilledHere ? missingFields(content, pictureNeed(design), caller.lang) : [],
  };
}
