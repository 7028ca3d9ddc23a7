const earthRadiusKm = 6371;
const kmPerDegree = 111;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres. */
function distanceKm(aLatitude: number, aLongitude: number, bLatitude: number, bLongitude: number): number {
  const dLatitude = radians(bLatitude - aLatitude) / 2;
  const dLongitude = radians(bLongitude - aLongitude) / 2;
  const chord =
    Math.sin(dLatitude) ** 2 + Math.cos(radians(aLatitude)) * Math.cos(radians(bLatitude)) * Math.sin(dLongitude) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Whether the point lies in the circle; most points are ruled out by latitude alone. */
export function isWithin(
  latitude: number,
  longitude: number,
  circle: { latitude: number; longitude: number; radiusKm: number },
): boolean {
  if (Math.abs(latitude - circle.latitude) * kmPerDegree > circle.radiusKm + 1) return false;
  return distanceKm(latitude, longitude, circle.latitude, circle.longitude) <= circle.radiusKm;
}
