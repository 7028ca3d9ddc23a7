/**
 * Runs `act` immediately; further calls within `ms`, or while it is still running, cause one more run at the end. Runs
 * never overlap.
 */
export function throttleAsync(ms: number, act: () => Promise<void>): { call(): void; stop(): void } {
  let isBusy = false;
  let waits = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function call(): Promise<void> {
    if (isStopped) return;
    if (isBusy) {
      waits = true;
      return;
    }
    isBusy = true;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.all([act().catch(() => {}), over]);
    isBusy = false;
    if (!waits) return;
    waits = false;
    void call();
  }
  return {
    call: () => void call(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
