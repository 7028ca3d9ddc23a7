/** An action related to the message, such as undo. */
export type SnackAction = { label: string; act: () => void };
export type Snack = { id: number; text: string; action: SnackAction | undefined };

/** How long a snackbar is visible (CONST-031). */
export const snackbarMs = 5000;

let snack: Snack | null = null;
let nextId = 1;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Snack | null): void {
  snack = next;
  for (const listener of listeners) listener();
}

/** Shows a message at the bottom for 5000 ms; a newer one replaces it. */
export function showSnackbar(text: string, action?: SnackAction): void {
  clearTimeout(timer);
  set({ id: nextId++, text, action });
  timer = setTimeout(() => set(null), snackbarMs);
}

/** Closes the message immediately. */
export function closeSnackbar(): void {
  clearTimeout(timer);
  set(null);
}

export const currentSnack = (): Snack | null => snack;

export function onSnackChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
