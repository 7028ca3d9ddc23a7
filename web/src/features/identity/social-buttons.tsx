import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./auth.module.css";
import { keepFocus } from "./keep-focus.ts";
import { ProviderLogo } from "./provider-logo.tsx";
import type { SocialProvider } from "./social-window.ts";

const order: SocialProvider[] = ["google", "microsoft", "facebook"];
const names = { google: "Google", microsoft: "Microsoft", facebook: "Facebook" };

type SocialButtonsProps = { disabled: boolean; onChoose: (provider: SocialProvider) => void };

/** The configured social sign-ins, if any (FIELD-USER-012). */
export function SocialButtons({ disabled, onChoose }: SocialButtonsProps) {
  const { t } = useTranslation("identity");
  const { data: site } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  const offered = order.filter((provider) => site?.sign_in_providers.includes(provider));
  if (offered.length === 0) return null;
  return (
    <>
      <div className={styles.or}>{t("or")}</div>
      <div className={styles.social}>
        {offered.map((provider) => (
          <Button key={provider} wide {...keepFocus} disabled={disabled} onClick={() => onChoose(provider)}>
            <ProviderLogo provider={provider} />
            {t("continueWith", { provider: names[provider] })}
          </Button>
        ))}
      </div>
    </>
  );
}
