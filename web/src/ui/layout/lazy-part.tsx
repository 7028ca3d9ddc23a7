import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

type Load<Props> = () => Promise<ComponentType<Props>>;

/** What the screens shown so far may need, and nobody has used yet. */
const waiting = new Set<() => Promise<unknown>>();

/**
 * A part that is fetched when it is first shown: what opens on a press, such as menus and dialogs, or stands far down.
 * @param placeholder holds its place; nothing for what does not stand in the flow of the page
 */
export function lazyPart<Props extends object>(load: Load<Props>, placeholder: ReactNode = null): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  waiting.add(load);
  return (props) => (
    <Suspense fallback={placeholder}>
      <Part {...props} />
    </Suspense>
  );
}

/** Fetches all parts that wait, so that the first press answers at once. */
export async function fetchLazyParts(): Promise<void> {
  const loads = [...waiting];
  waiting.clear();
  // One that fails is fetched again when it is shown, and tells it there.
  await Promise.allSettled(loads.map((load) => load()));
}
