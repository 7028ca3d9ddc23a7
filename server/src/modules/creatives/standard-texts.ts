import { type Language, languages } from "@litfass/contract/kernel/language";
import { isTemplateName } from "./library/template-kit.ts";
import { type Names, nameIn } from "./name-in.ts";
import { t } from "./texts.ts";

type Texts = { title: string; description: string };
type Group = Names & { template: string | null };

/**
 * Title and description of a creative in the reader's language. Creatives of a template are stored with its English
 * name and purpose; texts that staff wrote themselves stay as they are.
 */
export function textsIn({ title, description }: Texts, group: Group | null, lang: Language): Texts {
  if (!group) return { title, description };
  const isName = title !== "" && [group.nameEn, group.nameDe].some((name) => name.slice(0, 30) === title);
  const name = groupNameIn(group, lang).slice(0, 30);
  return { title: isName ? name : title, description: purposeIn(description, group.template, lang) };
}

/**
 * The name of a group in the reader's language. Names of standard templates are translated unless staff changed them.
 */
export function groupNameIn(group: Group, lang: Language): string {
  const { template } = group;
  const isStandard = isTemplateName(template) && t("en", `name.${template}`) === group.nameEn;
  const isEntered = lang === "en" || lang === "de" || Boolean(group.nameTranslations[lang]);
  return isStandard && !isEntered ? t(lang, `name.${template}`) : nameIn(group, lang);
}

/** What the library was delivered with where the text has changed since. */
const deliveredAs: Readonly<Record<string, string>> = { split: "Picture and colour side by side" };

function purposeIn(description: string, template: string | null, lang: Language): string {
  if (!isTemplateName(template)) return description;
  const isPurpose =
    description === deliveredAs[template] || languages.some((each) => t(each, `purpose.${template}`) === description);
  return isPurpose ? t(lang, `purpose.${template}`) : description;
}
