/** The delay between the last input and the validation of a form (RULE-CUS-004). */
export const validationDelayMs = 16;

/** Waits until there was no input for 16 ms, then validates once for all pending calls. */
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
