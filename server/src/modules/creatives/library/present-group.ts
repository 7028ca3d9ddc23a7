import type { Creative, CreativeGroup } from "@litfass/contract/creatives/template-groups";
import type { Format } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import { designOf } from "../banner-design.ts";
import { componentName, fileUrl, pictureNeed, sampleUrl } from "../creative.ts";
import { nameIn } from "../name-in.ts";
import { groupNameIn, textsIn } from "../standard-texts.ts";
import type { CreativeRow } from "../tables.ts";
import type { GroupRow } from "./group-sql.ts";

export type GroupView = {
  lang: Language;
  /** Creatives to mark as chosen. */
  selected?: Set<string>;
  /** Formats to show; all by default. */
  formats?: string[] | undefined;
};

/** A group in the format of the API. */
export function presentGroup(group: GroupRow, { lang, selected, formats }: GroupView): CreativeGroup {
  const design = designOf(group);
  const isShown = (row: CreativeRow): boolean => !formats?.length || formats.includes(formatOf(row));
  const isSelected = ({ uuid }: CreativeRow): boolean => selected?.has(uuid) ?? false;
  const present = (row: CreativeRow) => presentCreative(row, group, { lang, isSelected: isSelected(row) });
  return {
    uuid: group.uuid,
    name: groupNameIn(group, lang),
    category: group.category ? { id: group.category.id, name: nameIn(group.category, lang) } : null,
    preview: group.preview && fileUrl(group.preview),
    is_active: group.isActive,
    template: design?.name ?? null,
    picture: pictureNeed(design),
    is_favorite: group.isFavorite,
    favorite_position: group.favoritePosition,
    creatives: group.creatives.filter(isShown).map(present),
    additional: group.additional
      .filter((row) => isShown(row) && (row.additional === "offered" || isSelected(row)))
      .map(present),
  };
}

export const formatOf = (row: Pick<CreativeRow, "width" | "height">): Format => `${row.width}x${row.height}`;

function presentCreative(
  row: CreativeRow,
  group: GroupRow,
  { lang, isSelected }: { lang: Language; isSelected: boolean },
): Creative {
  return {
    uuid: row.uuid,
    id: row.id,
    component_name: componentName(row.id),
    type: row.type,
    format: formatOf(row),
    width: row.width,
    height: row.height,
    ...textsIn(row, group, lang),
    background_color: row.backgroundColor,
    button_color: row.buttonColor,
    is_favorite: group.isFavorite,
    is_selected: isSelected,
    preview_url: sampleUrl(group.uuid, row.uuid),
  };
}
