const maxVisitors = 1_000_000;
const maxOwners = 50;

/** The advertisers whose site (by its tag) or ads a visitor has seen. Remarketing reaches only these visitors. */
export type RemarketingAudiences = {
  ownersFor(visitorKey: string): string[];
  note(visitorKey: string, ownerUid: string, isNew?: boolean): void;
  takeChanges(): { visitorKey: string; ownerUid: string }[];
};

export function inMemoryAudiences(limit = maxVisitors): RemarketingAudiences {
  const owners = new Map<string, string[]>();
  let changes: { visitorKey: string; ownerUid: string }[] = [];
  return {
    ownersFor: (visitorKey) => owners.get(visitorKey) ?? [],
    note(visitorKey, ownerUid, isNew = true) {
      if (visitorKey === "") return;
      const known = owners.get(visitorKey) ?? [];
      if (known.includes(ownerUid)) return;
      owners.delete(visitorKey);
      owners.set(visitorKey, [...known.slice(1 - maxOwners), ownerUid]);
      if (isNew) changes.push({ visitorKey, ownerUid });
      if (owners.size <= limit) return;
      const [oldest = visitorKey] = owners.keys();
      owners.delete(oldest);
    },
    takeChanges() {
      const taken = changes;
      changes = [];
      return taken;
    },
  };
}
