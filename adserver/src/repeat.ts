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
