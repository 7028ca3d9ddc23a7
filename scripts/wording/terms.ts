import type { Language } from "@litfass/contract/kernel/language";

/** A pattern that a translation must not contain, and what to write instead. */
export type Rule = [pattern: RegExp, instead: string];

const word = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}-])(?:${pattern})(?![\\p{L}\\p{N}-])`, "giu");

/** Rules of languages; one without an entry has only those of every language. */
type RulesByLanguage = Partial<Record<Language, Rule[]>>;

/** Variants of a term; each language has one word per concept. */
export const terms: RulesByLanguage = {
  de: [
    [word("(den|einen|jeden|diesen|keinen) Banner"), "das Banner"],
    [word("Whitelists?"), "Positivliste"],
    [word("Blocklists?|Blacklists?"), "Sperrliste"],
    [word("Templates?"), "Vorlage"],
    [/\bImpression(en|s)?\b/g, "Einblendung"],
    [word("Lieferketten?"), "Verkäuferkette"],
    [word("dein|deine|deinen|deinem|deiner|dir|dich"), "Sie"],
  ],
  fr: [
    [word("bandeaux?"), "bannière"],
    [word("TKP|CPT|coût pour mille"), "CPM"],
    [word("balises?"), "tag"],
    [word("serveurs? d'annonces|ad ?servers?"), "serveur publicitaire"],
    [word("ad exchanges?|places? de marché"), "bourse publicitaire"],
    [word("publishers?"), "éditeur"],
    [word("whitelists?|listes? blanches?"), "liste d'autorisation"],
    [word("blacklists?|blocklists?|listes? noires?"), "liste de blocage"],
    [word("rapports? communs?"), "rapport combiné"],
    [word("deuxième personne"), "seconde personne"],
    [word("prix de liste"), "prix catalogue"],
    [word("bannières? (finies?|terminées?)"), "bannière prête"],
    [word("trafic invalide"), "trafic non valable"],
    [word("sans choix"), "sans sélection"],
    [word("toi|tes"), "vous"],
  ],
  it: [
    [word("TKP|costo per mille"), "CPM"],
    [word("publishers?"), "editore"],
    [word("impression[ei]"), "impression"],
    [word("reports?"), "rapporto"],
    [word("campagn[ae] multipl[ae]"), "campagna collettiva"],
    [word("grupp[oi] target"), "pubblico"],
    [word("pubblici di terzi"), "pubblici di terze parti"],
    [word("whitelists?|blacklists?|blocklists?|list[ae] di blocco"), "elenco consentiti, elenco bloccati"],
    [word("numer[oi] postal[ei]|CAP"), "NPA"],
    [word("kit del marchio"), "brand kit"],
    [word("fornitore dei pagamenti"), "servizio di pagamento"],
    [word("colophon|impressum"), "note legali"],
    [word("non è stato possibile caricare"), "impossibile caricare"],
    [word("tu|tuo|tua|tuoi|tue|ti"), "Lei"],
  ],
};

/** Apostrophes, thousands and spaces in every translation. */
export const everywhere: Rule[] = [
  [/’/g, "'"],
  [/\b\d{1,3}[ \u00a0\u202f]000\b/g, "an apostrophe in thousands, as in 5'000"],
  [/[ \u00a0][ \u00a0](?=\S)/g, "one space"],
];
const closeQuotes: Rule[] = [
  [/«\s/g, "« without a space"],
  [/\s»/g, "» without a space"],
];

/** How each language is set. */
export const typography: RulesByLanguage = {
  de: [...closeQuotes, [/ß/g, "ss"]],
  fr: [
    [/(?<=[^\s|-]) [:;?!](?=\s|$)/gu, "a no-break space before : ; ? !"],
    [/(?<=[\p{L}\p{N}).»_*])[:;?!](?=\s|$)/gu, "a no-break space before : ; ? !"],
    [/«(?!\u00a0)/g, "a no-break space after «"],
    [/(?<!\u00a0)»/g, "a no-break space before »"],
  ],
  it: [...closeQuotes, [/ [:;?!](?=\s|$)/g, "no space before : ; ? !"]],
};
