const mostVisitors = 1_000_000;
const mostOwners = 50;

/** Which advertisers a visitor met: their site (by its tag) or their ads. Remarketing reaches only these visitors. */
export type Contacts = {
  ownersOf(visitorKey: string): string[];
  note(visitorKey: string, ownerUid: string, isNew?: boolean): void;
  takeChanges(): { visitorKey: string; ownerUid: string }[];
};

export function memoryContacts(limit = mostVisitors): Contacts {
  const owners = new Map<string, string[]>();
  let changes: { visitorKey: string; ownerUid: string }[] = [];
  return {
    ownersOf: (visitorKey) => owners.get(visitorKey) ?? [],
    note(visitorKey, ownerUid, isNew = true) {
      if (visitorKey === "") return;
      const known = owners.get(visitorKey) ?? [];
      if (known.includes(ownerUid)) return;
      owners.delete(visitorKey);
      owners.set(visitorKey, [...known.slice(1 - mostOwners), ownerUid]);
      if (isNew) changes.push({ visitorKey, ownerUid });
      if (owners.size > limit) owners.delete(owners.keys().next().value!);
    },
    takeChanges() {
      const taken = changes;
      changes = [];
      return taken;
    },
  };
}
