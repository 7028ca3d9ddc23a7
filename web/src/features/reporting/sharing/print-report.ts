import { showEverything } from "../../../ui/layout/in-view.tsx";

const pollMs = 200;
const settledPolls = 5;
const timeoutMs = 15_000;

/** Loads every panel of the page, then opens the browser's print dialog, which also saves a PDF. */
export async function printReport(): Promise<void> {
  showEverything();
  const until = performance.now() + timeoutMs;
  // Some time in a row: between a panel's code, its data and a map there are moments without a placeholder.
  let settled = 0;
  while (settled < settledPolls && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    settled = document.querySelector("main [data-skeleton]") === null ? settled + 1 : 0;
  }
  window.print();
}
