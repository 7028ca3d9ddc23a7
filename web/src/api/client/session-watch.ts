import { indexedMarker, localMarker, type MarkerStore } from "./session-marker.ts";

/** Where tabs leave word that a session started or ended: IndexedDB where a browser refuses local storage. */
const stores: readonly MarkerStore[] = [localMarker, indexedMarker];
const store = stores.find((each) => each.isUsable());
let known: string | null = null;
/** What was there when this tab began. */
const first = read().then((marker) => {
  known ??= marker;
});

async function read(): Promise<string | null> {
  return (await store?.read().catch(() => null)) ?? null;
}

/** Notifies the other tabs that the session started or ended here. */
export function announceSession(): void {
  known = String(Date.now());
  // Without storage the other tabs notice on their next call.
  void store?.write(known).catch(() => undefined);
}

/** Calls `changed` when another tab has announced a change; storage is polled because some browsers drop its events. */
export function watchSession(changed: () => void): () => void {
  async function checkStorage(): Promise<void> {
    await first;
    const now = await read();
    if (now === known) return;
    known = now;
    changed();
  }
  const check = (): void => void checkStorage();
  const timer = store && setInterval(check, store.pollMs);
  window.addEventListener("storage", check);
  return () => {
    clearInterval(timer);
    window.removeEventListener("storage", check);
  };
}
