import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Outlet, useLocation } from "react-router";
import { useUser } from "../api/session.ts";
import { showSnackbar } from "../ui/feedback/snackbar-store.ts";
import { redirectOf } from "./navigation.ts";

/** Applies the navigation rules on every navigation and whenever the session changes (ERR-003). */
export function Guard() {
  const { t } = useTranslation("shell");
  const user = useUser();
  const { pathname, search } = useLocation();
  const elsewhere = redirectOf(user, pathname, Date.now);
  // The target of the link in a verification e-mail: the next screen confirms that it worked.
  const isConfirmed = pathname === "/verify-email" && search === "?verified=1";
  const announcesConfirmation = isConfirmed && Boolean(user?.email_verified_at);
  useEffect(() => {
    if (announcesConfirmation) showSnackbar(t("emailConfirmed"));
  }, [announcesConfirmation, t]);
  if (!elsewhere) return <Outlet />;
  return <Navigate to={isConfirmed && elsewhere === "/login" ? `${elsewhere}${search}` : elsewhere} replace />;
}
