/** How long after the last input a form is checked (RULE-CUS-004). */
export const validationDelayMs = 16;

/** Waits until nothing was typed for 16 ms, then checks once for everybody who waits. */
export function debounceCheck<Values, Result>(check: (values: Values) => Result): (values: Values) => Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: ((result: Result) => void)[] = [];
  return (values) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const result = check(values);
        for (const each of waiting) each(result);
        waiting = [];
      }, validationDelayMs);
    });
}
