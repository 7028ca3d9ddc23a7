import type {
  CreativeItem,
  LibraryCreative,
  LibraryCreativeDetail,
  LibraryGroup,
} from "@litfass/contract/creatives/library-shapes";
import type { Language } from "@litfass/contract/kernel/language";
import { componentName, fileUrl, sampleUrl } from "../creative.ts";
import { nameIn, namesOf } from "../name-in.ts";
import { groupNameIn, textsIn } from "../standard-texts.ts";
import type { ItemRow } from "../tables.ts";
import type { LibraryCreativeRow } from "./library-creative-sql.ts";
import type { LibraryGroupRow } from "./library-group-sql.ts";
import { formatOf } from "./present-group.ts";

const sourceOf = (group: { template: string | null; markup: string | null } | null): LibraryGroup["source"] => {
  if (group?.template) return "standard";
  return group?.markup ? "template" : "files";
};

/** A creative in the staff API. */
export function presentLibraryCreative(row: LibraryCreativeRow, lang: Language): LibraryCreative {
  return {
    uuid: row.uuid,
    id: row.id,
    component_name: componentName(row.id),
    type: row.type,
    source: sourceOf(row.group),
    format: formatOf(row),
    width: row.width,
    height: row.height,
    ...textsIn(row, row.group, lang),
    background_color: row.backgroundColor,
    button_color: row.buttonColor,
    creative_group: row.group && { uuid: row.group.uuid, name: groupNameIn(row.group, lang) },
    campaigns: row.campaigns,
    preview_url: row.group ? sampleUrl(row.group.uuid, row.uuid) : `/creatives/sample/${row.uuid}`,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export const presentItem = (item: ItemRow): CreativeItem => ({
  id: item.id,
  creative: item.creativeUuid,
  kind: item.kind,
  file: item.file,
  name: item.name,
  url: fileUrl(item.file),
  width: item.width,
  height: item.height,
  position: item.position,
});

export function presentCreativeDetail(
  row: LibraryCreativeRow,
  items: ItemRow[],
  lang: Language,
): LibraryCreativeDetail {
  const shown = items.map(presentItem);
  return {
    ...presentLibraryCreative(row, lang),
    logo: shown.find(({ kind }) => kind === "logo") ?? null,
    images: shown.filter(({ kind }) => kind === "image"),
    items: shown,
  };
}

/** A group in the staff API. */
export function presentLibraryGroup(row: LibraryGroupRow, lang: Language): LibraryGroup {
  return {
    uuid: row.uuid,
    name: groupNameIn(row, lang),
    ...namesOf(row),
    category: row.category && { id: row.category.id, name: nameIn(row.category, lang) },
    preview: row.preview && fileUrl(row.preview),
    source: sourceOf(row),
    is_active: row.isActive,
    position: row.position,
    formats: row.formats,
    campaigns: row.campaigns,
    updated_at: row.updatedAt.toISOString(),
  };
}
