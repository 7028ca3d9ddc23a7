import type { Language } from "@litfass/contract/kernel/language";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { t } from "../texts.ts";
import { isCheckName } from "./check.ts";
import type { CheckResult } from "./run-checks.ts";

/** What has failed on the installation at `site`: the checks' names in the reader's language, details as the command prints them. */
export function alertMail(lang: Language, site: string, failed: CheckResult[]): MailContent {
  const lines = failed.map(({ check, about, found, remedy }) => {
    const name = isCheckName(check) ? t(lang, `alert.check.${check}`) : `${check}${about ? ` (${about})` : ""}`;
    return t(lang, "alert.line", { check: name, found: `${found}${remedy ? ` -> ${remedy}` : ""}` });
  });
  return {
    lang,
    subject: t(lang, "alert.subject", { site, count: failed.length }),
    body: [t(lang, "alert.intro"), { list: lines }, t(lang, "alert.details")],
  };
}
