import { isDisabled } from "@litfass/contract/users/account-flags";
import { Suspense, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { isUnverified } from "../../api/account-state.ts";
import { useUser } from "../../api/session.ts";
import { queryClient } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../../ui/class-names.ts";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import { fetchLazyParts } from "../../ui/layout/lazy-part.tsx";
import { ScreenError } from "../screen-error.tsx";
import { BudgetAlert } from "./budget-alert.tsx";
import { Fetching } from "./fetching.tsx";
import { Footer } from "./footer.tsx";
import { prefetchScreens } from "./prefetch-screens.ts";
import { SandboxBanner } from "./sandbox-banner.tsx";
import styles from "./shell.module.css";
import { SideMenu } from "./side-menu.tsx";
import { TopBar } from "./top-bar.tsx";

/** Side menu, top bar, the screen, and the footer. */
export function Shell() {
  const { t } = useTranslation("shell");
  const user = useUser();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the path changes.
  useEffect(() => setOpen(false), [pathname]);
  useEffect(prefetchScreens, []);

  if (!user) return null;
  const withMenu = !isDisabled(user) && !isUnverified(user);
  return (
    <div className={classNames(styles.app, !withMenu && styles.bare)}>
      <a href="#content" className={styles.skip}>
        {t("skip")}
      </a>
      {withMenu && <SideMenu user={user} open={open} onClose={close} />}
      <div className={styles.column}>
        <SandboxBanner />
        <TopBar user={user} onMenu={withMenu ? () => setOpen(true) : undefined} />
        <main id="content" tabIndex={-1} className={styles.main}>
          {pathname !== "/invoices" && <BudgetAlert user={user} />}
          <ScreenError path={pathname}>
            <Suspense
              fallback={
                <div className={styles.coming}>
                  <SkeletonRows />
                </div>
              }
            >
              <Outlet />
              <Prefetch />
            </Suspense>
          </ScreenError>
        </main>
        <Footer />
        <Fetching />
      </div>
    </div>
  );
}

/**
 * Rendered next to a screen inside the same Suspense: once the screen and its calls have loaded and the browser is
 * idle, it prefetches what the screen opens on click. It has no state: while the texts of a screen load, React hides
 * both, and a hidden component that follows the calls makes React render the screen again and again.
 */
function Prefetch() {
  useLayoutEffect(() => {
    let cancel: (() => void) | undefined;
    const check = () => {
      if (queryClient.isFetching() > 0) {
        cancel?.();
        cancel = undefined;
      } else cancel ??= whenIdle(() => void fetchLazyParts());
    };
    check();
    const unsubscribe = queryClient.getQueryCache().subscribe(check);
    return () => {
      unsubscribe();
      cancel?.();
    };
  }, []);
  return null;
}

/** Returns how to cancel it. Safari has no idle callback, so it waits a moment. */
function whenIdle(run: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const idle = requestIdleCallback(run);
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(run, restMs);
  return () => clearTimeout(timer);
}

const restMs = 500;
