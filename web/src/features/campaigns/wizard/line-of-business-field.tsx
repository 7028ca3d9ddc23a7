import { type LineOfBusiness, suggestedLine } from "@litfass/contract/campaigns/lines-of-business";
import { useMemo } from "react";
import { useSignedInUser } from "../../../api/session.ts";
import { lineOfBusinessName, lineOfBusinessOptions } from "../../../i18n/line-of-business.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import type { SettingsDraft } from "./use-draft.ts";

/**
 * What is advertised; empty means what the categories suggest, which is shown in its place. What the first campaign of
 * an account advertises becomes the line of business of the account.
 */
export function LineOfBusinessField({ draft: { campaign, change, errors } }: { draft: SettingsDraft }) {
  const { t, i18n } = useTranslation("campaigns");
  const options = useMemo(() => lineOfBusinessOptions(i18n.language), [i18n.language]);
  const viewer = useSignedInUser();
  const isFirst = campaign.owner === viewer.uid && viewer.line_of_business === null;
  const suggested = suggestedLine(campaign.categories);
  return (
    <Combobox
      label={t("field.lineOfBusiness")}
      help={t(isFirst ? "help.firstLineOfBusiness" : "help.lineOfBusiness")}
      // Fixed at the start, because publishers were told.
      disabled={campaign.status !== undefined && campaign.status !== "DRAFT"}
      error={errors.line_of_business}
      options={options}
      placeholder={
        suggested === null
          ? t("placeholder.lineOfBusiness")
          : t("placeholder.suggestedLine", { line: lineOfBusinessName(suggested, i18n.language) })
      }
      value={options.find(({ value }) => value === campaign.line_of_business) ?? null}
      onChange={(option) => change({ line_of_business: (option?.value as LineOfBusiness | undefined) ?? null })}
    />
  );
}
