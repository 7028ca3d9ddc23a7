import { readdirSync, readFileSync } from "node:fs";
import { isLanguage } from "@litfass/contract/kernel/language";
import i18next from "i18next";
import { describe, expect, test } from "vitest";
import { completed, type Texts, withMany } from "../../vite/catalogs-plugin.ts";
import { translate } from "./use-translation.ts";

const source = new URL("../", import.meta.url);

const namespacesOf = (language: string) =>
  readdirSync(new URL(`i18n/${language}/`, source))
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.replace(".json", ""))
    .sort();
const catalog = (language: string, namespace: string): Map<string, string> =>
  flat(JSON.parse(readFileSync(new URL(`i18n/${language}/${namespace}.json`, source), "utf8")) as Texts);

function flat(tree: Texts, path = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(tree)) {
    const key = path ? `${path}.${name}` : name;
    if (typeof value === "string") texts.set(key, value);
    else for (const [inner, text] of flat(value, key)) texts.set(inner, text);
  }
  return texts;
}

/** Every source file that may use a text. */
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(new URL(file, source), "utf8") }));

/** Matches every catalog: a file that only names keys for others. */
const anyNamespace = "*";

type Use = { file: string; namespace: string; key: string; dynamic: boolean };

/** The keys in a file: whole (`"login.title"`) or by prefix (`screens.${name}`). */
function usesOf({ file, text }: { file: string; text: string }): Use[] {
  const named = [...text.matchAll(/(?:useTranslation|translate)\("([^"]+)"/g)].map(([, namespace = ""]) => namespace);
  return (named.length > 0 ? [...new Set(named)] : ["ui"]).flatMap((own) => {
    const uses: Use[] = [];
    for (const [, key = ""] of text.matchAll(/["'`]((?:[\w-]+:)?[\w-]+(?:\.[\w-]+)*)["'`]/g))
      uses.push(use(file, own, key));
    for (const [, key = ""] of text.matchAll(/`((?:[\w-]+:)?[\w.-]*)\$\{/g))
      uses.push({ ...use(file, own, key), dynamic: true });
    return uses;
  });
}

function use(file: string, own: string, key: string): Use {
  const [first = "", second] = key.split(":");
  return { file, namespace: second === undefined ? own : first, key: second ?? first, dynamic: false };
}

const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");

/** The languages that have catalogs beside English. */
const translated = readdirSync(new URL("i18n/", source), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "en")
  .map(({ name }) => name)
  .sort();
const placeholders = (text = "") => [...text.matchAll(/\{[\w, ]+\}/g)].map(([placeholder]) => placeholder).sort();

/** A sentence of its own that begins with a count, as headings do. */
const isCountedHeading = (key: string, text: string) =>
  /(^|\.)(heading|found)(\.\w+)?_other$/.test(key) && /^\{(number|count)\}.*\.$/.test(text);

test("no heading says that there are 0 of something", () => {
  const missing = namespacesOf("en").flatMap((namespace) => {
    const texts = catalog("en", namespace);
    return [...texts]
      .filter(([key, text]) => isCountedHeading(key, text) && !texts.has(key.replace(/_other$/, "_zero")))
      .map(([key]) => `${namespace}:${key}`);
  });
  expect(missing).toEqual([]);
});

describe("[I18N-001] the catalogs", () => {
  test("belong to languages of the product, German at least", () => {
    expect(translated.filter((language) => !isLanguage(language))).toEqual([]);
    expect(translated).toContain("de");
  });

  describe.each(translated)("in %s", (language) => {
    test("exist for the same features as in English", () => {
      expect(namespacesOf(language)).toEqual(namespacesOf("en"));
    });

    test.each(namespacesOf("en"))("%s has the same keys and the same placeholders", (namespace) => {
      const english = catalog("en", namespace);
      const own = catalog(language, namespace);
      expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
      for (const [key, text] of english) expect(placeholders(own.get(key)), key).toEqual(placeholders(text));
    });
  });

  describe.each(["en", ...translated])("in %s", (language) => {
    test.each(namespacesOf(language))(
      "%s has no text without a letter, no ß, no exclamation mark and one kind of apostrophe",
      (namespace) => {
        for (const [key, text] of catalog(language, namespace)) {
          expect(text, key).toMatch(/\p{L}/u);
          expect(text, key).not.toMatch(/[ß!’]/);
        }
      },
    );
  });

  test("French has a no-break space before a colon, a semicolon and a question mark", () => {
    for (const namespace of namespacesOf("fr")) {
      for (const [key, text] of catalog("fr", namespace)) {
        // A row of a spreadsheet.
        if (key !== "import.example") expect(text, `${namespace} ${key}`).not.toMatch(/[^\u00a0][:;?](?=\s|$)/);
      }
    }
  });

  test("an unknown key does not compile", () => {
    // @ts-expect-error the key is in no catalog
    expect(translate("ui", "no.such.key")).not.toBe("No such key");
  });

  test("no text is unused", () => {
    const uses = files.flatMap(usesOf);
    const unused = namespacesOf("en").flatMap((namespace) => {
      const own = uses.filter((each) => each.namespace === namespace || each.namespace === anyNamespace);
      const whole = new Set(own.filter((each) => !each.dynamic).map((each) => each.key));
      const beginnings = own.filter((each) => each.dynamic && each.key !== "").map((each) => each.key);
      return [...catalog("en", namespace).keys()]
        .filter((key) => !whole.has(withoutPlural(key)) && !beginnings.some((beginning) => key.startsWith(beginning)))
        .map((key) => `${namespace}:${key}`);
    });
    expect(unused).toEqual([]);
  });
});

test("[I18N-006] a text that is there in English only is shown in English under German", async () => {
  const english = { title: "Title", list: { only: "Only here", none: "None", one: { deep: "Deep" } } };
  const texts = i18next.createInstance();
  const german = completed({ title: "Titel", list: { none: "Keine" } }, english);
  await texts.init({ lng: "de", fallbackLng: false, resources: { de: { ui: german } }, defaultNS: "ui" });
  const keys = ["title", "list.none", "list.only", "list.one.deep"];
  expect(keys.map((key) => texts.t(key))).toEqual(["Titel", "Keine", "Only here", "Deep"]);
});

test("French uses its text for many also for a million, which it counts apart", async () => {
  const english = { rows_one: "{count} row", rows_other: "{count} rows" };
  const french = withMany(completed({ rows_one: "{count} ligne", rows_other: "{count} lignes" }, english), "fr");
  expect(withMany(english, "en")).toEqual(english);
  const texts = i18next.createInstance();
  await texts.init({
    lng: "fr",
    fallbackLng: false,
    resources: { fr: { ui: french } },
    defaultNS: "ui",
    interpolation: { prefix: "{", suffix: "}" },
  });
  expect([0, 1, 2, 1_000_000].map((count) => texts.t("rows", { count }))).toEqual([
    "0 ligne",
    "1 ligne",
    "2 lignes",
    "1000000 lignes",
  ]);
});
