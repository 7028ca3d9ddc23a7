/** Texts by key, each in English and German; `{name}` is a placeholder. */
export type Texts = Record<string, readonly [en: string, de: string]>;
