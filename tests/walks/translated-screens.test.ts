import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Language, languages } from "@litfass/contract/kernel/language";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientRoutes } from "../../web/src/app/client-routes.ts";
import { canOpen } from "../../web/src/app/navigation.ts";
import { closeBrowser } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { type DemoObjects, readDemoObjects } from "./roles/demo-objects.ts";
import { addressesOf } from "./roles/example-addresses.ts";
import { startWalk } from "./roles/screen-walk.ts";

const root = path.resolve(import.meta.dirname, "../..");
type Tree = { [key: string]: string | Tree };

const textsOf = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === "string" ? [value] : textsOf(value)));

/** Names that are not labels: languages by native name, campaign templates, cities. */
const names = ["English", "Weekend", "Bern"];
/** Standard banners of the library, whose titles are stored in English and German (docs/languages.md). */
const bannerTexts = "server/src/modules/creatives/texts/en.json";
const isBanner = ([key]: [string, unknown]): boolean => key.startsWith("name.");

/** Catalog texts of the app and the server that exist only in English, without texts with values and names. */
function englishTexts(language: Language): Set<string> {
  const files = execFileSync("git", ["ls-files", "web/src/i18n/en/*.json", "*/texts/en.json"], {
    cwd: root,
    encoding: "utf8",
  });
  const read = (file: string): string[] => textsOf(JSON.parse(readFileSync(path.join(root, file), "utf8")) as Tree);
  const english = files.split("\n").filter(Boolean);
  const banners = textsOf(
    Object.fromEntries(
      Object.entries(JSON.parse(readFileSync(path.join(root, bannerTexts), "utf8")) as Tree).filter(isBanner),
    ),
  );
  const own = new Set(
    english.flatMap((file) =>
      read(file.replace("/i18n/en/", `/i18n/${language}/`).replace("/texts/en.json", `/texts/${language}.json`)),
    ),
  );
  const whole = english.flatMap(read).filter((text) => !/[{}<>]/.test(text) && /\p{L}{3}/u.test(text));
  return new Set(whole.filter((text) => !own.has(text) && !names.includes(text) && !banners.includes(text)));
}

let demo: DemoObjects;
beforeAll(async () => {
  const { visitor } = await startWalk();
  await visitor.signIn("super_admin");
  demo = await readDemoObjects(visitor.page);
  type Settings = { languages: { version: number; settings: { offered: Language[] } } };
  const { version, settings } = (await callApi<Settings>(visitor.page, "GET", "/settings/operator")).languages;
  if (settings.offered.length < languages.length) {
    const input = { version, note: "All languages", settings: { offered: [...languages] } };
    await callApi(visitor.page, "PUT", "/settings/operator/languages", input);
  }
  await visitor.leave();
});
afterAll(closeBrowser);

/** All visible and accessible text of the current screen. Customer content is in fields and in the names of tables. */
const wordsOnScreen = (): string[] => {
  const words: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (parent && !parent.closest("script, style, iframe")) words.push((node.textContent ?? "").trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      words.push(element.getAttribute(name)?.trim() ?? "");
  }
  return words;
};

const walks = languages
  .filter((language) => language !== "en")
  .flatMap((language) => (["super_admin", "advanced_advertiser"] as const).map((role) => ({ language, role })));

test.each(walks)(
  "[I18N-001] no screen of a $role shows an English label in $language",
  async ({ language, role }) => {
    const walk = await startWalk();
    const { page, context } = walk.visitor;
    // The account's language is English, so every call must use the request's language.
    await context.addInitScript((locale) => localStorage.setItem("locale", locale), language);
    await page.route("**/api/v1/users/me", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), lang: language } });
    });
    await walk.visitor.signIn(role, "/account");
    await walk.settle();
    const viewer = { uid: demo.uids[role], user_role: role };
    const english = englishTexts(language);
    expect(english.size).toBeGreaterThan(500);
    const found = new Set<string>();
    const inspect = async (): Promise<void> => {
      for (const word of await page.evaluate(wordsOnScreen))
        if (english.has(word)) found.add(`${walk.address()}: ${word}`);
    };
    const screens = clientRoutes
      .filter(({ frame }) => frame !== "auth")
      .flatMap(({ path: to }) => addressesOf(to, demo, role))
      // Routes that redirect have no example.
      .filter((address) => !address.includes(":"));
    let translated = 0;
    for (const address of screens.filter((each) => canOpen(viewer, each.split("?")[0] ?? each))) {
      await walk.open(address);
      if ((await page.evaluate(() => document.documentElement.lang)) === language) translated += 1;
      await inspect();
      if (/campaigns\/\d+$/.test(address)) await walk.openSections(inspect);
    }
    expect(translated).toBeGreaterThan(10);
    expect([...found]).toEqual([]);
    await walk.visitor.leave();
  },
  900_000,
);
