import type { Location } from "@litfass/contract/targeting/targeting";

export type Center = { id: string; name: string; latitude: number; longitude: number; country: string | null };

/** The circle around a center; a typed or clicked point has only its coordinates as a name. */
export function circleAround({ id, name, latitude, longitude, country }: Center, radiusKm: number): Location {
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
