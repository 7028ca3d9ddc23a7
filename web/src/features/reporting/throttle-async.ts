/**
 * Runs `act` immediately; further calls within `ms`, or while it is still running, cause one more run at the end. Runs
 * never overlap.
 * @param hasJustRun counts its creation as a run: what it reads has just been read
 */
export function throttleAsync(
  ms: number,
  act: () => Promise<void>,
  hasJustRun = false,
): { call(): void; stop(): void } {
  let isBusy = false;
  let waits = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function run(work: () => Promise<void>): Promise<void> {
    isBusy = true;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.all([work().catch(() => {}), over]);
    isBusy = false;
    if (!waits) return;
    waits = false;
    call();
  }
  function call(): void {
    if (isStopped) return;
    if (isBusy) waits = true;
    else void run(act);
  }
  if (hasJustRun) void run(async () => {});
  return {
    call,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
