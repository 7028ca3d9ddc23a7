/** Notifies subscribers in this process which campaigns have new events. */
export type EventNews = {
  tell(campaignIds: ReadonlySet<number>): void;
  /** @returns the function that unsubscribes. */
  listen(hear: (campaignIds: ReadonlySet<number>) => void): () => void;
};

export function createEventNews(): EventNews {
  const listeners = new Set<(campaignIds: ReadonlySet<number>) => void>();
  return {
    tell(campaignIds) {
      for (const hear of listeners) hear(campaignIds);
    },
    listen(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}
