import type { PublisherDetail } from "@litfass/contract/publishers/publishers";
import { useCall } from "../../../api/use-call.ts";
import { formatMoney, formatMonth } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";

/** What stops a publisher's payment, and what is carried over to a later statement. */
export function PayoutNotes({ publisher }: { publisher: PublisherDetail }) {
  const { t } = useTranslation("publishers");
  const { data } = useCall("showPublisherPayouts", { params: { publisher: publisher.id } });
  if (!data) return null;
  const { block, carried } = data;
  return (
    <>
      {block && (
        <Note tone="warn">
          {t("payout.cameBack", {
            amount: formatMoney(block.amount, block.currency),
            number: block.number,
            iban: block.iban.replaceAll(/(.{4})(?=.)/g, "$1 "),
          })}{" "}
          {t(`advice.${block.cause ?? "other"}`)}
        </Note>
      )}
      {carried.map(({ currency, amount, minimum, month }) => (
        <Note key={currency}>
          {t("payout.carried", {
            amount: formatMoney(amount, currency),
            minimum: formatMoney(minimum, currency),
            month: formatMonth(`${month}-01`),
          })}
        </Note>
      ))}
    </>
  );
}
