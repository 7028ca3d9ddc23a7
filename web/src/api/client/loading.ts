/** Delay before the indicator follows a request, so that fast responses do not make it flicker (CONST-033). */
export const progressDelayMs = 750;

type Loading = {
  /** The number of running requests, never below 0. */
  count: () => number;
  /** The number shown by the indicator, delayed by 750 ms. */
  shown: () => number;
  begin: () => void;
  end: () => void;
  subscribe: (listener: () => void) => () => void;
};

/** Counts running requests for the progress line and the 'Fetching data' screen. */
export function createLoading(): Loading {
  let count = 0;
  let shown = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function publishLater(): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (shown === count) return;
      shown = count;
      for (const listener of listeners) listener();
    }, progressDelayMs);
  }

  return {
    count: () => count,
    shown: () => shown,
    begin() {
      count += 1;
      publishLater();
    },
    end() {
      count = Math.max(0, count - 1);
      publishLater();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const loading = createLoading();
