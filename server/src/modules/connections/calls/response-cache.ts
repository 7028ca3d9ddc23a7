import type { Clock } from "@litfass/platform/clock";

export type Fetched<Value> = { value: Value; at: Date };
export type ResponseCache = {
  /** The response of this name, fetched if there is no fresh one. Concurrent callers share the fetch. */
  read<Value>(name: string, fetch: () => Promise<Value>): Promise<Fetched<Value>>;
};

const lifeMs = 10 * 60_000;
const maxAnswers = 300;

/** Caches the latest responses for some minutes, because services count requests and throttle. */
export function createResponseCache(clock: Clock): ResponseCache {
  const cached = new Map<string, { answer: Promise<Fetched<unknown>>; until: number }>();
  return {
    read<Value>(name: string, fetch: () => Promise<Value>) {
      const now = clock.now();
      const known = cached.get(name);
      if (known && known.until > now.getTime()) return known.answer as Promise<Fetched<Value>>;
      const answer = fetch().then((value) => ({ value, at: now }));
      cached.delete(name);
      cached.set(name, { answer, until: now.getTime() + lifeMs });
      const [oldest] = cached.keys();
      if (cached.size > maxAnswers && oldest !== undefined) cached.delete(oldest);
      answer.catch(() => {
        if (cached.get(name)?.answer === answer) cached.delete(name);
      });
      return answer;
    },
  };
}
