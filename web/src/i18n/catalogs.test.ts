import { readdirSync, readFileSync } from "node:fs";
import i18next from "i18next";
import { describe, expect, test } from "vitest";
import { completed, type Texts } from "../../vite/catalogs-plugin.ts";

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
  const named = [...text.matchAll(/useTranslation\("([^"]+)"\)/g)].map(([, namespace = ""]) => namespace);
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

describe("[I18N-001] the catalogs", () => {
  test("exist for the same features in both languages", () => {
    expect(namespacesOf("de")).toEqual(namespacesOf("en"));
  });

  test.each(namespacesOf("en"))("%s has the same keys and the same placeholders in both", (namespace) => {
    const english = catalog("en", namespace);
    const german = catalog("de", namespace);
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
    const placeholders = (text = "") => [...text.matchAll(/\{[\w, ]+\}/g)].map(([placeholder]) => placeholder).sort();
    for (const [key, text] of english) expect(placeholders(german.get(key)), key).toEqual(placeholders(text));
  });

  test.each(namespacesOf("en"))("%s has no empty text, no ß and no exclamation mark", (namespace) => {
    for (const language of ["en", "de"]) {
      for (const [key, text] of catalog(language, namespace)) {
        expect(text.trim(), key).not.toBe("");
        expect(text, key).not.toMatch(/[ß!]/);
      }
    }
  });

  test("an unknown key does not compile", () => {
    // @ts-expect-error the key is in no catalog
    expect(i18next.t("no.such.key")).not.toBe("No such key");
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
  const show: (key: never) => string = texts.t;
  expect(keys.map((key) => show(key as never))).toEqual(["Titel", "Keine", "Only here", "Deep"]);
});
