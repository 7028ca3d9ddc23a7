import { type ComponentType, type ReactNode, Suspense } from "react";
import { loadable } from "./loadable.tsx";

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Parts of the visited screens that have not been loaded yet. */
const waiting = new Set<() => Promise<unknown>>();

/**
 * A component that loads when it is first rendered: popups such as menus and dialogs, or content far down.
 * @param placeholder reserves the space; not needed for content outside the page flow
 */
export function lazyPart<Props extends object>(
  fetch: Load<Props>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  const { Component: Part, load } = loadable(fetch);
  waiting.add(load);
  return (props) => (
    <Suspense fallback={placeholder}>
      <Part {...props} />
    </Suspense>
  );
}

/** Loads all pending parts, so that the first press responds immediately. */
export async function fetchLazyParts(): Promise<void> {
  const loads = [...waiting];
  waiting.clear();
  // A failed part is loaded again when it is rendered, and reports the error there.
  await Promise.allSettled(loads.map((load) => load()));
}
