const earthRadiusKm = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A place as a unit vector from the earth's centre: what lies within a radius has at least a certain product with it. */
export type Direction = { x: number; y: number; z: number };

export function directionOf(latitude: number, longitude: number): Direction {
  const height = Math.cos(radians(latitude));
  return {
    x: height * Math.cos(radians(longitude)),
    y: height * Math.sin(radians(longitude)),
    z: Math.sin(radians(latitude)),
  };
}

/** A circle on the earth, prepared for many questions. */
export type Disc = Direction & { leastProduct: number };

export const discOf = (latitude: number, longitude: number, radiusKm: number): Disc => ({
  ...directionOf(latitude, longitude),
  leastProduct: Math.cos(Math.min(Math.PI, radiusKm / earthRadiusKm)),
});

/** Whether a place lies in the circle, by great-circle distance. */
export const isWithin = (place: Direction, disc: Disc): boolean =>
  place.x * disc.x + place.y * disc.y + place.z * disc.z >= disc.leastProduct;
