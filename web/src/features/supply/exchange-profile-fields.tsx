import { type ExchangeProfile, exchangeProfiles, profileFacts } from "@litfass/contract/supply/exchange-profiles";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Columns, Row, Stack } from "../../ui/layout/layout.tsx";
import type { ExchangeValues } from "./exchange-values.ts";

/** Plain OpenRTB is offered once for each version; the other profiles determine theirs. */
type Choice = "openrtb26" | "openrtb25" | Exclude<ExchangeProfile, "openrtb">;
const choices: Choice[] = ["openrtb26", "openrtb25", ...exchangeProfiles.filter((profile) => profile !== "openrtb")];

/** The name of a profile, with the version of plain OpenRTB. */
export const choiceOf = ({ profile, protocol }: Pick<ExchangeValues["settings"], "profile" | "protocol">): Choice =>
  profile === "openrtb" ? (protocol === "2.6" ? "openrtb26" : "openrtb25") : profile;

const settingsOf = (choice: Choice): Pick<ExchangeValues["settings"], "profile" | "protocol"> => {
  if (choice === "openrtb26" || choice === "openrtb25") {
    return { profile: "openrtb", protocol: choice === "openrtb26" ? "2.6" : "2.5" };
  }
  return { profile: choice, protocol: profileFacts[choice].protocol ?? "2.6" };
};

/** How an exchange differs from plain OpenRTB, our account there, and where it registers creatives. */
export function ProfileFields({ form, hasPassword }: { form: UseFormReturn<ExchangeValues>; hasPassword: boolean }) {
  const { t } = useTranslation("supply");
  const { profile, protocol } = form.watch("settings");
  const facts = profileFacts[profile];
  const choice = choiceOf({ profile, protocol });
  const { errors } = form.formState;
  const of = errors.settings;
  return (
    <Card title={t("form.profile")}>
      <Stack>
        <Columns least={280}>
          <Controller
            control={form.control}
            name="settings.profile"
            render={({ field: { onChange } }) => (
              <Select
                label={t("field.profile")}
                help={t(`profileAbout.${choice}`)}
                error={of?.profile?.message ?? of?.protocol?.message}
                options={choices.map((each) => ({ value: each, label: t(`profileName.${each}`) }))}
                value={choice}
                onChange={(next) => {
                  const chosen = settingsOf(next);
                  form.setValue("settings.protocol", chosen.protocol, { shouldDirty: true });
                  onChange(chosen.profile);
                }}
              />
            )}
          />
          <TextInput
            label={t("field.account")}
            help={t(facts.account.isRequired ? "help.accountRequired" : "help.account")}
            inputMode={facts.account.isNumber ? "numeric" : "text"}
            autoComplete="off"
            error={of?.account?.message}
            {...form.register("settings.account")}
          />
        </Columns>
        <Row>
          {t("profileDocumentation")}
          {facts.documentation.map((url, at) => (
            <a key={url} href={url} target="_blank" rel="noreferrer">
              {new URL(url).hostname} ({at + 1})
            </a>
          ))}
        </Row>
        {facts.needsRegistration && (
          <Stack>
            {of?.registration?.message && <Note tone="error">{of.registration.message}</Note>}
            <Columns least={240}>
              <TextInput
                label={t("field.registration_url")}
                help={t("help.registration_url")}
                autoComplete="off"
                error={of?.registration?.url?.message}
                {...form.register("settings.registration.url")}
              />
              <TextInput
                label={t("field.registration_user")}
                autoComplete="off"
                error={of?.registration?.user?.message}
                {...form.register("settings.registration.user")}
              />
              <TextInput
                type="password"
                label={t("field.registration_password")}
                help={hasPassword ? t("help.passwordStays") : undefined}
                autoComplete="new-password"
                error={errors.registration_password?.message}
                {...form.register("registration_password")}
              />
            </Columns>
          </Stack>
        )}
      </Stack>
    </Card>
  );
}
