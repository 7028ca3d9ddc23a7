import type { Location } from "./targeting.ts";

export type Center = { id: string; name: string; latitude: number; longitude: number; country: string | null };
type Circle = Extract<Location, { kind: "radius" }>;

/** The circle around a center; a typed or clicked point has only its coordinates as a name. */
export function circleAround({ id, name, latitude, longitude, country }: Center, radiusKm: number): Circle {
  const place = id.startsWith("point:") ? name : name.split(",")[0];
  return {
    kind: "radius",
    id: `radius:${latitude.toFixed(4)}:${longitude.toFixed(4)}:${radiusKm}`,
    name: `${place}, ${radiusKm} km`,
    country,
    radius_km: radiusKm,
    latitude,
    longitude,
  };
}
