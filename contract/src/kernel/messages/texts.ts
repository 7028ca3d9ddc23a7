/** Texts by key, each in English and German; `{name}` stands for a value. */
export type Texts = Record<string, readonly [en: string, de: string]>;
