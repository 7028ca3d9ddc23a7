export { categoryTree, isCategory } from "./categories.ts";
export { searchLocations, searchRadius, warmGazetteer } from "./geography/gazetteer.ts";
export { centreOf } from "./geography/place-center.ts";
export { regionOutlines } from "./geography/region-outlines.ts";
