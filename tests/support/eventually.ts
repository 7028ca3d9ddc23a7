import { setTimeout as wait } from "node:timers/promises";

/**
 * Repeats until the result is good enough and returns it.
 * @throws after `timeoutMs` with the expectation and the last result or error.
 */
export async function eventually<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  isGood: (answer: Answer) => boolean,
  timeoutMs = 30_000,
): Promise<Answer> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    let last: unknown;
    try {
      const answer = await ask();
      if (isGood(answer)) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) {
      const text = last instanceof Error ? last.message : JSON.stringify(last);
      throw new Error(`${what}: not within ${timeoutMs} ms; the last answer was ${text?.slice(0, 1000)}`);
    }
    await wait(100);
  }
}
