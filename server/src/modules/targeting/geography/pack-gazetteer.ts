import { fold } from "@litfass/contract/targeting/fold";
import { listPlaces } from "./list-places.ts";
import { type PackedStrings, packStrings } from "./packed-strings.ts";
import { type PlaceColumns, placeColumns } from "./place-table.ts";

/** `keys` are folded names in order, `placeOfKey` the place of each. */
export type PackedGazetteer = { places: PlaceColumns; keys: PackedStrings; placeOfKey: Uint32Array };

/** Lists all places with their names in every language; takes about a second. */
export function packGazetteer(): PackedGazetteer {
  const listed = listPlaces();
  const keys = listed.flatMap(({ names }, place) => [...new Set(names.map(fold))].map((key) => ({ key, place })));
  keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return {
    places: placeColumns(listed.map(({ place }) => place)),
    keys: packStrings(keys.map(({ key }) => key)),
    placeOfKey: Uint32Array.from(keys, ({ place }) => place),
  };
}
