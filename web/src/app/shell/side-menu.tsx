import { isStaff } from "@litfass/contract/kernel/roles";
import { hasCompanyLogo } from "@litfass/contract/users/account-flags";
import type { User } from "@litfass/contract/users/users";
import { LogOut, SquareArrowOutUpRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { isReady } from "../../api/account-state.ts";
import { useCall } from "../../api/use-call.ts";
import { signOut } from "../../features/identity/sign-out.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/layout/icon.tsx";
import { Logo } from "../../ui/layout/logo.tsx";
import { isReachable } from "../client-routes.ts";
import { home } from "../navigation.ts";
import { type MenuGroup, menuOf, type Screen } from "../screens.ts";
import { Balance } from "./balance.tsx";
import { CompanyLogo } from "./company-logo.tsx";
import { iconOf } from "./menu-icons.ts";
import styles from "./side-menu.module.css";

type SideMenuProps = { user: User; open: boolean; onClose: () => void };

/** For users to whom a publisher belongs, whatever their role. */
const ownPublisher: Screen = {
  name: "ownPublisher",
  path: "/publisher",
  roles: [],
  menu: { group: "work" },
};

const groups: MenuGroup[] = ["work", "people", "creatives", "money", "operations"];

/** The side menu: 300 px, permanent on large screens, a drawer below 900 px. Staff get denser rows in groups. */
export function SideMenu({ user, open, onClose }: SideMenuProps) {
  const { t } = useTranslation("shell");
  const staff = isStaff(user.user_role);
  const ready = isReady(user);
  const own = useCall("showOwnPublisher", {}, { enabled: ready, staleMs: Number.POSITIVE_INFINITY });
  const items = [...menuOf(user.user_role), ...(own.data?.publisher ? [ownPublisher] : [])].filter(isReachable);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    // The drawer takes the focus while open and returns it afterwards.
    nav.current?.querySelector("a")?.focus({ preventScroll: true });
    const close = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    window.addEventListener("keydown", close);
    return () => {
      window.removeEventListener("keydown", close);
      // After a choice the focus belongs to the new screen.
      const isInside = document.activeElement === document.body || nav.current?.contains(document.activeElement);
      if (isInside && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [open, onClose]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect finds the item of the new path in the DOM.
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
  }, [pathname, open]);

  return (
    <>
      {open && <button type="button" className={styles.backdrop} aria-label={t("menu.close")} onClick={onClose} />}
      <aside id="side-menu" className={classNames(styles.side, staff && styles.dense)} data-open={open}>
        <Link to={home} className={styles.brand} aria-label={t("menu.home")}>
          <Logo />
        </Link>
        <nav ref={nav} aria-label={t("menu.label")} className={styles.nav}>
          {staff
            ? groups.map((group) => {
                const own = items.filter((item) => item.menu?.group === group);
                if (own.length === 0) return null;
                return (
                  <div key={group}>
                    <div className={styles.group}>{t(`groups.${group}`)}</div>
                    {own.map((item) => (
                      <Item key={item.name} item={item} ready={ready} />
                    ))}
                  </div>
                );
              })
            : items.map((item) => <Item key={item.name} item={item} ready={ready} />)}
        </nav>
        {hasCompanyLogo(user) && <CompanyLogo user={user} />}
        {user.balance && !staff ? <Balance budget={user.balance} ready={ready} /> : <div className={styles.rule} />}
        <button type="button" className={styles.item} onClick={() => void signOut()}>
          <Icon of={LogOut} />
          {t("menu.signOut")}
        </button>
      </aside>
    </>
  );
}

function Item({ item, ready }: { item: Screen; ready: boolean }) {
  const { t } = useTranslation("shell");
  const label = t(`screens.${item.name}`);
  const inside = (
    <>
      <Icon of={iconOf(item.name)} />
      {label}
    </>
  );
  if (item.outside) {
    return (
      <a href={item.path} target="_blank" rel="noreferrer" className={styles.item} title={t("menu.newTab")}>
        {inside}
        <Icon of={SquareArrowOutUpRight} size={16} className={styles.outside} />
      </a>
    );
  }
  if (item.menu?.needsAccount && !ready) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a disabled menu item has no target by design.
      <a role="link" aria-disabled="true" className={styles.item} title={t("menu.needsAccount")}>
        {inside}
      </a>
    );
  }
  return (
    <NavLink to={item.path} className={styles.item}>
      {inside}
    </NavLink>
  );
}
