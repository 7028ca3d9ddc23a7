import type { TrafficSample } from "@litfass/adserver/index";

/** In a smaller sample the absence of a category says little. */
const minRequests = 1000;

export type CategoryTraffic = { target_option_id: string; requests_per_day: number };

/** "IAB8" of "IAB8-9". */
const topOf = (id: string): string => id.split("-", 1)[0] ?? id;

/** Requests per day for pages about each category or one below it, most first; empty if the sample is small. */
export function categoryTraffic({ requests, perDay }: Pick<TrafficSample, "requests" | "perDay">): CategoryTraffic[] {
  if (requests.length < minRequests) return [];
  const counts = new Map<string, number>();
  for (const { categories } of requests) {
    for (const id of new Set(categories.flatMap((id) => [id, topOf(id)]))) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts]
    .map(([target_option_id, count]) => ({
      target_option_id,
      requests_per_day: Math.round((count / requests.length) * perDay),
    }))
    .sort((a, b) => b.requests_per_day - a.requests_per_day);
}
