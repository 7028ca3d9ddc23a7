import { type BankFile, bankEntryStates } from "@litfass/contract/bank/bank-files";
import { formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";

/** The entries of a file by state, in words: "2 matched, 1 unknown". */
export function useCounts(): (file: BankFile) => string {
  const { t } = useTranslation("bank");
  return (file) => {
    const parts = bankEntryStates
      .filter((state) => file[state] > 0)
      .map((state) => t(`count.${state}`, { count: file[state], number: formatNumber(file[state]) }));
    return parts.length === 0 ? t("count.none") : parts.join(", ");
  };
}
