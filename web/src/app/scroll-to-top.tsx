import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Navigation starts at the top of the new screen (NAV-002); going back restores the browser's scroll position. */
export function ScrollToTop() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes.
  useEffect(() => {
    if (kind !== "POP") window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
