import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./footer.module.css";

/** The copyright line with the operator's name (SHELL-015) and links to public pages. */
export function Footer({ centered }: { centered?: boolean }) {
  const { t, i18n } = useTranslation("shell");
  const { data: site } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  return (
    <footer className={classNames(styles.footer, centered && styles.centered)}>
      <span>
        © {new Date().getFullYear()} {site?.operator_name}
      </span>
      {site && <a href={`/docs/changelog?lang=${i18n.language}`}>{t("footer.version", { version: site.version })}</a>}
      <a href={`/docs?lang=${i18n.language}`}>{t("footer.docs")}</a>
      <a href={`/terms?lang=${i18n.language}`}>{t("footer.terms")}</a>
      <a href={`/privacy?lang=${i18n.language}`}>{t("footer.privacy")}</a>
      <a href={`/imprint?lang=${i18n.language}`}>{t("footer.imprint")}</a>
    </footer>
  );
}
