import { expect, test } from "vitest";
import { parseFile } from "../sources/parsed-file.ts";
import { translationHits } from "./translations.ts";

const found = (file: string, text: string) =>
  translationHits([parseFile(file, text)]).map(({ line, text }) => [line, text.replace(/: write .*/, "")]);
const inCatalog = (language: string, sentence: string) =>
  found(`web/src/i18n/${language}/x.json`, JSON.stringify({ balise: sentence })).map(([, text]) => text);

test.each([
  ["de", "Strasse: «{name}» hat 5'000 Einblendungen, das Banner läuft …", []],
  ["de", "Straße « {name}» für einen Banner", ['"einen Banner"', '"« "', '"ß"']],
  ["fr", "Que montre «\u00a0{name}\u00a0»\u00a0? Le tag\u00a0: {count}\u00a0; à 18:00, 5'000 impressions.", []],
  ["fr", "Quelle balise ?", ['"balise"', '" ?"']],
  ["fr", "{name}: « ici»", ['":"', '"«"', '"»"']],
  ["fr", "l’annonce compte 5 000 clics \u00a0: voilà", ['"’"', '"5 000"', '" \u00a0"']],
  ["it", "Il Suo rapporto: «{name}» conta 5'000 impression.", []],
  ["it", "Il tuo report « {name} » : 2 impressioni", ['"impressioni"', '"report"', '"tuo"', '"« "', '" »"', '" :"']],
])("in %s, %s has the hits %j", (language, sentence, hits) => {
  expect(inCatalog(language, sentence)).toEqual(hits);
});

test("checks catalogs, messages and the guide by their language, but no code, addresses or column names", () => {
  for (const file of [
    "web/src/i18n/fr/x.json",
    "server/src/modules/x/texts/fr.json",
    "contract/src/kernel/messages/fr.json",
    "contract/src/kernel/messages/field-labels/fr.json",
  ])
    expect(found(file, '{\n  "a": "La balise"\n}')).toEqual([[2, '"balise"']]);
  expect(found("web/src/i18n/en/x.json", '{ "a": "balise" }')).toEqual([]);
  expect(found("web/src/i18n/fr/x.json", '{ "example": "client; 5 000" }')).toEqual([]);
  expect(
    found(
      "docs/guide/fr/a.md",
      "# Titre\n\n```sh\nbalise ;\n```\n\n[Éditeurs](publishers.md) et `balise` : la balise\n",
    ),
  ).toEqual([
    [7, '"balise"'],
    [7, '" :"'],
  ]);
});
