import { useTranslation } from "../i18n/use-translation.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageHeading } from "../ui/layout/page-heading.tsx";
import { home } from "./navigation.ts";

/** An unknown client path (NAV-001). */
export function NotFound() {
  const { t } = useTranslation("shell");
  return (
    <>
      <PageHeading lead={t("notFound.text")}>{t("notFound.title")}</PageHeading>
      <ButtonLink to={home} variant="primary">
        {t("notFound.home")}
      </ButtonLink>
    </>
  );
}
