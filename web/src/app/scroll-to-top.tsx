import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Another screen starts at its top (NAV-002); going back keeps the browser's place. */
export function ScrollToTop() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes.
  useEffect(() => {
    if (kind !== "POP") window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
