import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { auditEntries } from "@litfass/platform/audit/audit";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let tech: TestClient;
let boss: TestClient;
beforeAll(async () => {
  stack = await startStack();
  tech = await stack.signIn("tech_admin");
  boss = await stack.signIn("super_admin");
  const settings = { offered: ["en", "de", "fr", "it"] };
  const { status } = await boss.put("/settings/operator/languages", { version: 0, note: "All", settings });
  expect(status).toBe(200);
});
afterAll(() => stack?.close());

const categories = "/creative-group-categories";
const named = (path: string, lang: string) => tech.get(path, { "accept-language": lang });
const nameOf = async (path: string, lang: string): Promise<string> => (await named(path, lang)).body.name;

test("a category has a name in each language; where none was entered, the English one is shown", async () => {
  const values = { name_en: "Culture", name_de: "Kultur", name_fr: "Arts et lettres" };
  const { status, body } = await tech.post(categories, values);
  expect([status, body]).toEqual([201, expect.objectContaining({ ...values, name_it: "" })]);
  const path = `${categories}/${body.id}`;
  const names = () => Promise.all(["en", "de", "fr", "it"].map((lang) => nameOf(path, lang)));
  expect(await names()).toEqual(["Culture", "Kultur", "Arts et lettres", "Culture"]);
  await tech.put(path, { name_it: "Cultura" });
  expect(await names()).toEqual(["Culture", "Kultur", "Arts et lettres", "Cultura"]);
  await tech.put(path, { name_fr: "" });
  expect(await names()).toEqual(["Culture", "Kultur", "Culture", "Cultura"]);
  expect((await tech.put(path, { name_it: "x".repeat(101) })).status).toBe(422);
});

test("categories are found and sorted by their name in the reader's language", async () => {
  const add = (name_en: string, name_fr: string) => tech.post(categories, { name_en, name_de: name_en, name_fr });
  await add("Aviation trial", "Zéphyr de test");
  await add("Zoo trial", "Animaux de test");
  const found = async (lang: string, search: string): Promise<string[]> =>
    (await named(`${categories}?sort=name&direction=asc&search=${search}`, lang)).body.data.map(
      ({ name }: { name: string }) => name,
    );
  expect(await found("fr", "de%20test")).toEqual(["Animaux de test", "Zéphyr de test"]);
  expect(await found("it", "de%20test")).toEqual([]);
  expect(await found("en", "trial")).toEqual(["Aviation trial", "Zoo trial"]);
});

test("the standard categories and templates have French and Italian names", async () => {
  const list = async (lang: string): Promise<string[]> =>
    (await named(`${categories}?per_page=100`, lang)).body.data.map(({ name }: { name: string }) => name);
  expect(await list("fr")).toContain("Saisons et fêtes");
  expect(await list("it")).toContain("Annunci");
  const english = (await tech.get("/creative-groups?per_page=100")).body.data as CreativeGroup[];
  const french = (await named("/creative-groups?per_page=100", "fr")).body.data as CreativeGroup[];
  const translated = french.filter(({ name }, index) => name !== english[index]?.name);
  expect(translated.length).toBeGreaterThan(english.length / 2);
});

test.each(["de", "fr", "it"])("every standard template says what it is for in %s", async (lang) => {
  type Row = { uuid: string; description: string };
  const pageIn = async (each: string, page: number): Promise<Row[]> =>
    (await named(`/creatives?per_page=100&page=${page}`, each)).body.data;
  const rowsIn = async (each: string): Promise<Row[]> => (await Promise.all([pageIn(each, 1), pageIn(each, 2)])).flat();
  const english = new Map((await rowsIn("en")).map(({ uuid, description }) => [uuid, description]));
  const own = await rowsIn(lang);
  expect(new Set(own.map(({ description }) => description)).size).toBeGreaterThanOrEqual(24);
  expect(own.filter(({ uuid, description }) => description !== "" && description === english.get(uuid))).toEqual([]);
});

test("a group's own name in a language replaces the standard one there, and the audit log shows it", async () => {
  const [group] = (await tech.get("/creative-groups")).body.data as CreativeGroup[];
  const path = `/creative-groups/${group!.uuid}`;
  await tech.put(path, { name_fr: "Affiche du mois" });
  expect([await nameOf(path, "fr"), await nameOf(path, "en")]).toEqual(["Affiche du mois", group!.name]);
  const entries = await stack.platform.db.select().from(auditEntries).where(eq(auditEntries.subjectId, group!.uuid));
  expect(entries[0]?.changes).toEqual([{ field: "name_fr", before: null, after: "Affiche du mois" }]);
});
