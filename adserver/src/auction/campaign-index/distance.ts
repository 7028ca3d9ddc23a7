const earthRadiusKm = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A position as a unit vector from the earth's center. Within a radius the scalar product has a lower bound. */
export type Direction = { x: number; y: number; z: number };

export function directionOf(latitude: number, longitude: number): Direction {
  const height = Math.cos(radians(latitude));
  return {
    x: height * Math.cos(radians(longitude)),
    y: height * Math.sin(radians(longitude)),
    z: Math.sin(radians(latitude)),
  };
}

/** A circle on the earth with its precomputed bound. */
export type Disc = Direction & { minProduct: number };

export const discOf = (latitude: number, longitude: number, radiusKm: number): Disc => ({
  ...directionOf(latitude, longitude),
  minProduct: Math.cos(Math.min(Math.PI, radiusKm / earthRadiusKm)),
});

/** Whether a position is in the circle, by great-circle distance. */
export const isWithin = (place: Direction, disc: Disc): boolean =>
  place.x * disc.x + place.y * disc.y + place.z * disc.z >= disc.minProduct;
