import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Longer than a screen needs to load; later the focus would come as a surprise. */
const waitMs = 30_000;

/**
 * Moves the focus to the heading after each navigation, so that screen readers read it and the Tab key goes on from
 * there. A page that is loaded starts at its top, where the first stop skips the menu.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    return focusHeading();
  }, [pathname]);
}

/**
 * Focuses the heading once the screen shows it, and again if another one replaces or hides it while the screen loads, unless a
 * field has the focus or the user has gone on.
 */
function focusHeading(): () => void {
  let focused: HTMLElement | null = null;
  const watcher = new MutationObserver(attempt);
  const timer = setTimeout(stop, waitMs);
  function stop(): void {
    watcher.disconnect();
    clearTimeout(timer);
    removeEventListener("keydown", stop, true);
    removeEventListener("pointerdown", stop, true);
  }
  function attempt(): void {
    // A heading that is hidden while its screen goes on loading loses the focus.
    if (focused?.isConnected && focused === document.activeElement) return;
    // React hides the previous screen while the next one loads.
    const headings = [...document.querySelectorAll<HTMLElement>("main h1")];
    const heading = headings.find((each) => each.getClientRects().length > 0);
    if (!heading) return;
    if (document.activeElement?.closest("main :not(#content), dialog, [role=dialog]")) {
      stop();
      return;
    }
    focused = heading;
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ["style"] });
  addEventListener("keydown", stop, true);
  addEventListener("pointerdown", stop, true);
  attempt();
  return stop;
}
