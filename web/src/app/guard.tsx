import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { useUser } from "../api/session.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { showSnackbar } from "../ui/feedback/snackbar-store.ts";
import { routeAt } from "./client-routes.ts";
import { home, isAuthScreen, redirectOf } from "./navigation.ts";
import { returnAddress, signInPath } from "./return-address.ts";

/** Applies the navigation rules on every navigation and whenever the session changes (ERR-003). */
export function Guard() {
  const { t } = useTranslation("shell");
  const user = useUser();
  const location = useLocation();
  const { pathname, search } = location;
  const elsewhere = redirectOf(user, pathname, Date.now);
  // The target of the link in a verification e-mail: the next screen confirms that it worked.
  const isConfirmed = pathname === "/verify-email" && search === "?verified=1";
  const announcesConfirmation = isConfirmed && Boolean(user?.email_verified_at);
  useEffect(() => {
    if (announcesConfirmation) showSnackbar(t("emailConfirmed"));
  }, [announcesConfirmation, t]);
  if (!elsewhere) return <Outlet />;
  if (elsewhere === "/login") return <Navigate to={isConfirmed ? `/login${search}` : signInPath(location)} replace />;
  const next = elsewhere === home && isAuthScreen(pathname) ? returnAddress(search, window.location.origin) : null;
  if (next && !routeAt(new URL(next, window.location.origin).pathname)) return <ServerPage path={next} />;
  return <Navigate to={next ?? elsewhere} replace />;
}

/** Leaves the app for a page of the server, such as an invoice. */
function ServerPage({ path }: { path: string }) {
  useEffect(() => window.location.replace(path), [path]);
  return null;
}
