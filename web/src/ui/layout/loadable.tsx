import { type ComponentType, lazy, useState } from "react";

type Loadable<Props> = {
  Component: ComponentType<Props>;
  /** Loads it before it is rendered. */
  load: () => Promise<void>;
};

/**
 * A component in a chunk of its own. Once loaded it is rendered at once, whereas React's `lazy` shows the fallback even
 * then, and React leaves a fallback on the screen for 300 ms.
 */
export function loadable<Props extends object>(fetch: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  let pending: Promise<ComponentType<Props>> | undefined;
  const load = async () => {
    pending ??= fetch();
    try {
      loaded = await pending;
    } catch (error) {
      // The next one tries again.
      pending = undefined;
      throw error;
    }
    return { default: loaded };
  };
  const Lazy = lazy(load);
  function Component(props: Props) {
    // Decided once: another type of element would lose the state of what is shown.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return { Component, load: async () => void (await load()) };
}
