import type { Clock } from "@litfass/platform/clock";

export type Fetched<Value> = { value: Value; at: Date };
export type AnswerCache = {
  /** The answer of this name, fetched where there is none that is fresh. Those who ask meanwhile wait for the same one. */
  read<Value>(name: string, fetch: () => Promise<Value>): Promise<Fetched<Value>>;
};

const lifeMs = 10 * 60_000;
const mostAnswers = 300;

/** Keeps answers of services for some minutes, the latest ones: services count and slow down questions. */
export function createAnswerCache(clock: Clock): AnswerCache {
  const kept = new Map<string, { answer: Promise<Fetched<unknown>>; until: number }>();
  return {
    read<Value>(name: string, fetch: () => Promise<Value>) {
      const now = clock.now();
      const known = kept.get(name);
      if (known && known.until > now.getTime()) return known.answer as Promise<Fetched<Value>>;
      const answer = fetch().then((value) => ({ value, at: now }));
      kept.delete(name);
      kept.set(name, { answer, until: now.getTime() + lifeMs });
      const [oldest] = kept.keys();
      if (kept.size > mostAnswers && oldest !== undefined) kept.delete(oldest);
      answer.catch(() => {
        if (kept.get(name)?.answer === answer) kept.delete(name);
      });
      return answer;
    },
  };
}
