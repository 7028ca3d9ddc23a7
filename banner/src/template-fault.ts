import type { Language } from "@litfass/contract/kernel/language";
import { bannerText } from "./banner-texts.ts";

type FaultKind = "start" | "settings" | "missing" | "closesNothing" | "notClosed";

/** Why a text is not a valid template. */
export class TemplateFault extends Error {
  override name = "TemplateFault";
  readonly #kind: FaultKind;
  readonly #section: string;

  constructor(kind: FaultKind, section = "") {
    super(faultText(kind, section, "en"));
    this.#kind = kind;
    this.#section = section;
  }

  /** The sentence in the reader's language. */
  in(language: Language): string {
    return faultText(this.#kind, this.#section, language);
  }
}

const faultText = (kind: FaultKind, section: string, language: Language): string =>
  bannerText(`fault.${kind}`, language).replace("{name}", () => section);
