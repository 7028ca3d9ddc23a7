/** How often a tab checks whether another one has signed in or out (CONST-046). */
export const sessionPollMs = 1000;

const key = "sessionChangedAt";
let known: string | null = read();

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Notifies the other tabs that the session started or ended here. */
export function announceSession(): void {
  known = String(Date.now());
  try {
    localStorage.setItem(key, known);
  } catch {
    // Without storage the other tabs notice on their next call.
  }
}

/** Calls `changed` when another tab has announced a change; storage is polled because some browsers drop its events. */
export function watchSession(changed: () => void): () => void {
  function checkStorage(): void {
    const now = read();
    if (now === known) return;
    known = now;
    changed();
  }
  const timer = setInterval(checkStorage, sessionPollMs);
  window.addEventListener("storage", checkStorage);
  return () => {
    clearInterval(timer);
    window.removeEventListener("storage", checkStorage);
  };
}
