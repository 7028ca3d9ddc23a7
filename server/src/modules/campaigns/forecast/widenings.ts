import type { suggestionKinds } from "@litfass/contract/campaigns/campaign-suggestions";
import { circleAround } from "@litfass/contract/targeting/circle-around";
import type { Location, Targeting } from "@litfass/contract/targeting/targeting";

/** What a suggestion may change. */
export type Audience = { targeting: Targeting; categories: string[] };

/** One way to reach more people and slots. `radiusKm` is the largest circle that it draws, null without circles. */
export type Widening = {
  kind: Exclude<(typeof suggestionKinds)[number], "all">;
  radiusKm: number | null;
  apply: (audience: Audience) => Audience;
};

const maxRadiusKm = 100;
/** The circle around a town or a postal code within which a shop is still local. */
const surroundingsKm = 10;
const unknownFields = ["age_ranges", "parental_statuses", "household_incomes"] as const;

const inTargeting =
  (change: (targeting: Targeting) => Targeting) =>
  ({ targeting, categories }: Audience): Audience => ({ targeting: change(targeting), categories });
const inPlaces = (change: (place: Location) => Location) =>
  inTargeting((targeting) => ({ ...targeting, locations: targeting.locations.map(change) }));

/** A wider circle: twice, at least 10 km more, in steps of 5 km. */
function widerCircle(place: Location): Location {
  if (place.kind !== "radius" || place.radius_km >= maxRadiusKm) return place;
  const wider = Math.ceil(Math.max(place.radius_km * 2, place.radius_km + 10) / 5) * 5;
  const radiusKm = Math.min(maxRadiusKm, wider);
  // The label names the radius, as in "Bern, 30 km".
  return { ...place, radius_km: radiusKm, name: place.name.replace(`${place.radius_km} km`, `${radiusKm} km`) };
}

const surroundings = (place: Location): Location =>
  place.kind === "city" || place.kind === "zip" ? circleAround(place, surroundingsKm) : place;

/** The category above a subcategory, which contains it (IAB Content Taxonomy 1.0 numbers them IAB8-8 in IAB8). */
const categoryAbove = (category: string): string => category.replace(/-\d+$/, "");

/** Ways to widen the audience, one restriction at a time; those that would change nothing are absent. */
export function wideningsOf({ targeting, categories }: Audience): Widening[] {
  const { locations } = targeting;
  const open = (kind: Widening["kind"], change: Partial<Targeting>): Widening[] => {
    const isNarrowed = Object.keys(change).some((field) => {
      const value = targeting[field as keyof Targeting];
      return Array.isArray(value) && value.length > 0;
    });
    return isNarrowed ? [{ kind, radiusKm: null, apply: inTargeting((present) => ({ ...present, ...change })) }] : [];
  };
  const widened = locations.flatMap((place) => {
    const wider = widerCircle(place);
    return wider.kind === "radius" && wider !== place ? [wider.radius_km] : [];
  });
  const unknown = Object.fromEntries(
    unknownFields.flatMap((field) => {
      const chosen: readonly string[] = targeting[field];
      return chosen.length > 0 && !chosen.includes("unknown") ? [[field, [...chosen, "unknown"]]] : [];
    }),
  );
  return [
    ...(widened.length > 0
      ? [{ kind: "radius" as const, radiusKm: Math.max(...widened), apply: inPlaces(widerCircle) }]
      : []),
    ...(locations.some(({ kind }) => kind === "city" || kind === "zip")
      ? [{ kind: "surroundings" as const, radiusKm: surroundingsKm, apply: inPlaces(surroundings) }]
      : []),
    ...(categories.some((category) => categoryAbove(category) !== category)
      ? [{ kind: "topics" as const, radiusKm: null, apply: widerTopics }]
      : []),
    ...open("unknown", unknown),
    ...open("people", { age_ranges: [], genders: [], parental_statuses: [], household_incomes: [] }),
    ...open("devices", { devices: [] }),
    ...open("hours", { hours: [] }),
    ...open("browsers", { browsers: [] }),
    ...open("audiences", { audiences: [] }),
    ...open("sites", { whitelists: [] }),
  ];
}

const widerTopics = ({ targeting, categories }: Audience): Audience => ({
  targeting,
  categories: [...new Set(categories.map(categoryAbove))],
});

/** All of these ways at once. */
export const applyAll = (audience: Audience, widenings: Widening[]): Audience =>
  widenings.reduce((present, { apply }) => apply(present), audience);
