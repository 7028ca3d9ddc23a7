import { showEverything } from "../../../ui/layout/in-view.tsx";

const pollMs = 200;
const quietPolls = 5;
const patienceMs = 15_000;

/** Loads every panel of the page, then opens the browser's print dialog, which also saves a PDF. */
export async function printReport(): Promise<void> {
  showEverything();
  const until = performance.now() + patienceMs;
  // Some time in a row: between a panel's code, its data and a map there are moments without a placeholder.
  let quiet = 0;
  while (quiet < quietPolls && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    quiet = document.querySelector("main [data-skeleton]") === null ? quiet + 1 : 0;
  }
  window.print();
}
