type Loop = { stop(): Promise<void> };

/** Runs a step periodically without overlap; errors are reported and the next run tries again. */
export function repeat(everyMs: number, step: () => Promise<void>, onError: (error: unknown) => void = () => {}): Loop {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= step()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Runs a step that returns the milliseconds until its next run. */
export function repeatWhenDue(firstMs: number, step: () => number): Loop {
  let timer = setTimeout(function run() {
    timer = setTimeout(run, step());
  }, firstMs);
  return {
    async stop() {
      clearTimeout(timer);
    },
  };
}

/** One run at a time, each for all who asked before it began. */
export function inTurn(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        running = run();
        return running;
      });
    return next;
  };
}
