import type { Location } from "@litfass/contract/targeting/targeting";
import { type GeoPermissibleObjects, geoArea, geoCircle } from "d3-geo";
import type { RegionShape } from "../../../../api/use-region-outlines.ts";

export type Outline = GeoJSON.Geometry;
export type CountryShape = { country: string | null; geometry: Outline };

/** The initial view of an empty map: Switzerland and its surroundings. */
const usualView: Outline = {
  type: "MultiPoint",
  coordinates: [
    [5.6, 45.6],
    [10.8, 48.0],
  ],
};
const kmPerDegree = 111.2;

type Point = Extract<Location, { latitude: number }>;

export type PlaceShapes = {
  circles: { place: Point; shape: Outline }[];
  dots: Point[];
  countries: ReadonlySet<CountryShape>;
  regions: ReadonlySet<RegionShape>;
  /** What the map zooms to: everything chosen, otherwise the available regions. */
  view: GeoPermissibleObjects;
  /** Names the view: equal keys have equal views. */
  viewKey: string;
};

/** The shapes and the extent of the chosen places on a map. Pure. */
export function placeShapes(
  places: readonly Location[],
  countries: readonly CountryShape[],
  regions: readonly RegionShape[],
): PlaceShapes {
  const chosen = new Set(places.map(({ id }) => id));
  const circles = places.flatMap((place) =>
    place.kind === "radius" ? [{ place, shape: circleAround(place, place.radius_km / kmPerDegree) }] : [],
  );
  const dots = places.flatMap((place) => (place.kind === "city" || place.kind === "zip" ? [place] : []));
  const filled = countries.filter(({ country }) => country !== null && chosen.has(`country:${country}`));
  const filledRegions = regions.filter(({ region }) => chosen.has(region.id));
  const circleViews = circles.map(({ place }) => ({ place, km: viewKm(place.radius_km) }));
  const geometries = [
    ...circleViews.map(({ place, km }) => circleAround(place, km / kmPerDegree)),
    ...dots.map((dot) => circleAround(dot, 0.45)),
    ...filled.map(({ geometry }) => mainland(geometry)),
    ...filledRegions.map(({ geometry }) => geometry),
  ];
  const open = geometries.length > 0 ? geometries : regions.map(({ geometry }) => mainland(geometry));
  return {
    circles,
    dots,
    countries: new Set(filled),
    regions: new Set(filledRegions),
    view: open.length > 0 ? { type: "GeometryCollection", geometries: open } : usualView,
    viewKey: [
      ...circleViews.map(({ place: { latitude, longitude }, km }) => `${latitude} ${longitude} ${km}`),
      ...[...dots, ...filled.map(({ country }) => ({ id: country })), ...filledRegions.map(({ region }) => region)].map(
        ({ id }) => id,
      ),
      ...(geometries.length > 0 ? [] : regions.map(({ region }) => region.id)),
    ].join(";"),
  };
}

/** The view of a circle in steps, so that the map need not move whenever its radius changes. */
const viewKm = (radiusKm: number): number => [8, 40, 160].find((km) => radiusKm <= km) ?? radiusKm;

const circleAround = ({ longitude, latitude }: Point, degrees: number): Outline =>
  geoCircle().center([longitude, latitude]).radius(degrees)();

/** The largest part of a country: overseas islands would shrink the map. */
function mainland(geometry: Outline): Outline {
  if (geometry.type !== "MultiPolygon") return geometry;
  const parts = geometry.coordinates.map((coordinates): Outline => ({ type: "Polygon", coordinates }));
  return parts.reduce((largest, part) => (geoArea(part) > geoArea(largest) ? part : largest));
}
