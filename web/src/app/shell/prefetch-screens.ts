import { routeAt } from "../client-routes.ts";

/** Loads the screen of a link when it is pointed at or focused, so that it is there at the click. */
export function prefetchScreens(): () => void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link?.origin !== location.origin) return;
    // A failure is reported where the screen is opened.
    routeAt(link.pathname)
      ?.load()
      .catch(() => undefined);
  };
  document.addEventListener("pointerover", prefetch, { passive: true });
  document.addEventListener("focusin", prefetch);
  return () => {
    document.removeEventListener("pointerover", prefetch);
    document.removeEventListener("focusin", prefetch);
  };
}
