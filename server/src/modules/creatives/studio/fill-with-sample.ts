import { deviceOfFormat } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import type { Clock } from "@litfass/platform/clock";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import type { Random } from "@litfass/platform/random";
import { listActiveGroups } from "../library/group-sql.ts";
import { formatOf } from "../library/present-group.ts";
import type { TemplateName } from "../library/template-kit.ts";
import { type ImageRow, insertImage } from "./campaign-image-sql.ts";
import { chooseCreatives } from "./choose-creatives.ts";
import { compactImage } from "./compact-image.ts";
import { saveContent } from "./content-sql.ts";
import { sampleFields } from "./samples.ts";

export type Sample = {
  campaignId: number;
  template: TemplateName;
  lang: Language;
  /** Uses another sample's logo, images and colors. */
  sample?: TemplateName;
  /** Replaces the sample's texts. */
  texts?: { title: string; description: string; buttonText: string };
  /** Adds the sizes that phones ask for. */
  onPhones?: boolean;
};

/**
 * Chooses a standard template for a campaign and fills it with the template's sample, including images, for the demo.
 * @returns the group, to be stored with the campaign.
 */
export async function fillWithSample(
  tx: Transaction,
  { campaignId, template, lang, sample = template, texts, onPhones = false }: Sample,
  { clock, random }: { clock: Clock; random: Random },
): Promise<string> {
  const group = (await listActiveGroups(tx, "")).find((one) => one.template === template);
  if (!group) throw new Error(`There is no active group with the template ${template}`);
  const fields = { ...sampleFields(sample, lang), ...texts };
  const add = async (kind: "logo" | "image", source: string): Promise<string> => {
    const drawing = Buffer.from(decodeURIComponent(source.slice(source.indexOf(",") + 1)));
    const image = await compactImage(drawing, kind);
    const row: ImageRow = {
      uuid: random.id(),
      campaignId,
      kind,
      name: `${kind}.svg`,
      createdAt: clock.now(),
      ...image,
    };
    await insertImage(tx, row);
    return row.uuid;
  };
  const logoImage = fields.logo && (await add("logo", fields.logo.src));
  const images: { uuid: string; focus: { x: number; y: number } }[] = [];
  for (const { src, focus } of fields.images) {
    images.push({ uuid: await add("image", src), focus: { x: focus[0], y: focus[1] } });
  }
  const { title, description, buttonText, background, button } = fields;
  await saveContent(tx, campaignId, {
    ...{ title, description, buttonText, logoImage, images, lang },
    ...{ backgroundColor: background, buttonColor: button, updatedAt: clock.now() },
  });
  const phone = group.additional.filter((row) => onPhones && deviceOfFormat(formatOf(row)) === "phone");
  await chooseCreatives(
    tx,
    campaignId,
    [...group.creatives, ...phone].map(({ uuid }) => uuid),
  );
  return group.uuid;
}
