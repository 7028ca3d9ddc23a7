import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { signOut } from "./sign-out.ts";

/** Shown to a user who was disabled while signed in (STATE-021). */
export default function Disabled() {
  const { t } = useTranslation("identity");
  return (
    <>
      <PageHeading lead={t("problems.disabled")}>{t("disabled.title")}</PageHeading>
      <Button onClick={() => void signOut()}>{t("disabled.signOut")}</Button>
    </>
  );
}
