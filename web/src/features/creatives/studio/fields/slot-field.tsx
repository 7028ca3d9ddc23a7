import { dayIn, priceIn, priceText, withDay, withPrice } from "@litfass/banner/slots";
import type { Template } from "@litfass/banner/template";
import type { ContentValues } from "@litfass/contract/creatives/creative-content";
import { currencies } from "@litfass/contract/kernel/money";
import { useEffect, useState } from "react";
import { useCall } from "../../../../api/use-call.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { DateField } from "../../../../ui/inputs/date-field.tsx";
import { todayOn } from "../../../../ui/inputs/date-range.ts";
import { TextInput } from "../../../../ui/inputs/text-input.tsx";
import type { Filling } from "../use-filling.ts";

type SlotFieldProps = {
  campaignId: number;
  derive: Template["derive"];
  filling: Pick<Filling, "values" | "change">;
  disabled: boolean;
};

/** The price or the day that the template shows large. It is part of the title, where the field reads and writes it. */
export function SlotField({ derive, ...props }: SlotFieldProps) {
  if (derive === "amount") return <PriceField {...props} />;
  if (derive === "date") return <DayField {...props} />;
  return null;
}

function PriceField({ campaignId, filling, disabled }: Omit<SlotFieldProps, "derive">) {
  const { t } = useTranslation("creatives");
  const campaign = useCall("showCampaign", { params: { userCampaign: campaignId } }, { staleMs: 60_000 });
  const { title } = filling.values;
  const inTitle = priceIn(title);
  const [typed, setTyped] = useState<string | null>(null);
  const currency = campaign.data?.currency ?? currencies[0];
  const isWrong = typed !== null && typed.trim() !== "" && priceText(typed, currency) === null;

  // A change of the title is shown, once nothing is being typed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the title's price matters.
  useEffect(() => {
    setTyped((now) =>
      now !== null && priceIn(withPrice("", priceText(now, currency) ?? "")) === inTitle ? now : null,
    );
  }, [inTitle]);

  return (
    <TextInput
      label={t("slot.price")}
      help={t("slot.priceHelp")}
      error={isWrong ? t("slot.priceWrong", { currency }) : undefined}
      placeholder={`${currency} 6.90`}
      value={typed ?? inTitle}
      disabled={disabled}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        const price = text.trim() === "" ? "" : priceText(text, currency);
        if (price !== null) filling.change({ title: withPrice(title, price) });
      }}
      onBlur={() => !isWrong && setTyped(null)}
    />
  );
}

/** The day is in the title, or in the description if that has the only one. */
const fieldWithDay = ({ title, description, lang }: ContentValues, today: string): "title" | "description" =>
  dayIn(title, lang, today) === null && dayIn(description, lang, today) !== null ? "description" : "title";

function DayField({ filling, disabled }: Omit<SlotFieldProps, "derive">) {
  const { t } = useTranslation("creatives");
  const { values, change } = filling;
  const today = todayOn();
  const field = fieldWithDay(values, today);
  const text = values[field];
  return (
    <DateField
      label={t("slot.day")}
      help={t("slot.dayHelp")}
      value={dayIn(text, values.lang, today)}
      disabled={disabled}
      onChange={(day) => change({ [field]: withDay(text, values.lang, day) })}
    />
  );
}
