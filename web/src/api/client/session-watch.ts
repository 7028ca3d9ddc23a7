/** Where tabs announce that a session started or ended, and how often it is polled (CONST-046). */
export type MarkerStore = {
  pollMs: number;
  read(): unknown;
  write(marker: string): unknown;
};

const key = "sessionChangedAt";
const localMarker: MarkerStore = {
  pollMs: 1000,
  read: () => localStorage.getItem(key),
  write: (marker) => localStorage.setItem(key, marker),
};
const store = openStore();
/** The marker present when this tab opened, or last written or read by it. */
let known: unknown;
const first = read().then((marker) => {
  known ??= marker;
});

async function openStore(): Promise<MarkerStore> {
  try {
    localStorage.getItem(key);
    return localMarker;
  } catch {
    return (await import("./indexed-marker.ts")).indexedMarker;
  }
}

/** Without any storage there is no marker. */
async function read(): Promise<unknown> {
  try {
    return await (await store).read();
  } catch {
    return undefined;
  }
}

/** Notifies the other tabs that the session started or ended here. Await it before leaving the page: the write takes time. */
export async function announceSession(): Promise<void> {
  const marker = String(Date.now());
  known = marker;
  // Without storage the other tabs notice on their next call.
  await store.then((open) => open.write(marker)).catch(() => undefined);
}

/**
 * Calls `changed` when another tab has announced a change, for as long as the page is open; storage is polled because some
 * browsers drop its events.
 */
export async function watchSession(changed: () => void): Promise<void> {
  const { pollMs } = await store;
  await first;
  const check = async (): Promise<void> => {
    const now = await read();
    if (now === known) return;
    known = now;
    changed();
  };
  setInterval(check, pollMs);
  addEventListener("storage", check);
}
