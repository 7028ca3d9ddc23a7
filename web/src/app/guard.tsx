import { Navigate, Outlet, useLocation } from "react-router";
import { useUser } from "../data/session.ts";
import { redirectOf } from "./navigation.ts";

/** Applies the navigation rules to every visit, and again when the session changes under a screen (ERR-003). */
export function Guard() {
  const user = useUser();
  const { pathname } = useLocation();
  const elsewhere = redirectOf(user, pathname, Date.now);
  return elsewhere ? <Navigate to={elsewhere} replace /> : <Outlet />;
}
