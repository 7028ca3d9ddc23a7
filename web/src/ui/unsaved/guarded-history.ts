import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router";

/** Called instead of leaving the screen; `leave` does leave it. */
export type NavigationGuard = (leave: () => void) => void;

export type GuardedHistory = ReturnType<typeof createBrowserHistory> & {
  /** Holds back navigation to other addresses until the returned function is called. */
  guard(by: NavigationGuard): () => void;
};

/**
 * The browser's history with a guard. React Router has `useBlocker` for this, but only in its data router, which would
 * add 17 kB to the first load.
 */
export function createGuardedHistory(window: Window = globalThis.window): GuardedHistory {
  // `v5Compat` also reports pushes, which the router needs.
  const history = createBrowserHistory({ window, v5Compat: true });
  let guard: NavigationGuard | null = null;
  const release = (): void => {
    guard = null;
  };
  const leaveFor = (to: Parameters<typeof history.push>[0], leave: () => void): void => {
    const { pathname, search } = history.createURL(to);
    const isSameScreen = pathname === window.location.pathname && search === window.location.search;
    if (guard === null || isSameScreen) leave();
    else {
      guard(() => {
        release();
        leave();
      });
    }
  };
  return Object.defineProperties(Object.create(history) as GuardedHistory, {
    guard: {
      value: (by: NavigationGuard) => {
        guard = by;
        return () => {
          if (guard === by) release();
        };
      },
    },
    push: { value: (to, state) => leaveFor(to, () => history.push(to, state)) } satisfies TypedPropertyDescriptor<
      typeof history.push
    >,
    replace: { value: (to, state) => leaveFor(to, () => history.replace(to, state)) } satisfies TypedPropertyDescriptor<
      typeof history.replace
    >,
    listen: {
      value: (listener) => {
        let isReturning = false;
        return history.listen((update) => {
          const { action, delta } = update;
          if (isReturning) isReturning = false;
          else if (action !== "POP" || guard === null || delta === null) listener(update);
          else {
            // The browser has already gone back; return to the held screen first.
            isReturning = true;
            history.go(-delta);
            guard(() => {
              release();
              history.go(delta);
            });
          }
        });
      },
    } satisfies TypedPropertyDescriptor<typeof history.listen>,
  });
}
