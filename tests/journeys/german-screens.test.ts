import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientRoutes } from "../../web/src/app/client-routes.ts";
import { canOpen } from "../../web/src/app/navigation.ts";
import { closeBrowser } from "../support/browser.ts";
import { type DemoObjects, readDemoObjects } from "./roles/demo-objects.ts";
import { addressesOf } from "./roles/example-addresses.ts";
import { startWalk } from "./roles/screen-walk.ts";

const root = path.resolve(import.meta.dirname, "../..");
type Tree = { [key: string]: string | Tree };

const textsOf = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === "string" ? [value] : textsOf(value)));

/**
 * Names that are not labels: languages by native name, campaign templates, and a standard banner in the library,
 * whose title is stored in one language.
 */
const names = ["English", "Weekend", "Date"];

/** Catalog texts of the app and the server that exist only in English, without texts with values and names. */
function englishTexts(): Set<string> {
  const files = execFileSync("git", ["ls-files", "web/src/i18n/en/*.json", "*/texts/en.json"], {
    cwd: root,
    encoding: "utf8",
  });
  const read = (file: string): string[] => textsOf(JSON.parse(readFileSync(path.join(root, file), "utf8")) as Tree);
  const english = files.split("\n").filter(Boolean);
  const german = new Set(
    english.flatMap((file) => read(file.replace("/i18n/en/", "/i18n/de/").replace("/texts/en.json", "/texts/de.json"))),
  );
  const whole = english.flatMap(read).filter((text) => !/[{}<>]/.test(text) && /\p{L}{3}/u.test(text));
  return new Set(whole.filter((text) => !german.has(text) && !names.includes(text)));
}

let demo: DemoObjects;
beforeAll(async () => {
  const { visitor } = await startWalk();
  await visitor.signIn("super_admin");
  demo = await readDemoObjects(visitor.page);
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

test.each(["super_admin", "advanced_advertiser"] as const)(
  "[I18N-001] no screen of a %s shows an English label in German",
  async (role) => {
    const walk = await startWalk();
    const { page, context } = walk.visitor;
    // The account's language is English, so every call must use the request's language.
    await context.addInitScript(() => localStorage.setItem("locale", "de"));
    await page.route("**/api/v1/users/me", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), lang: "de" } });
    });
    await walk.visitor.signIn(role, "/account");
    await walk.settle();
    const viewer = { uid: demo.uids[role], user_role: role };
    const english = englishTexts();
    expect(english.size).toBeGreaterThan(500);
    const found = new Set<string>();
    const look = async (): Promise<void> => {
      for (const word of await page.evaluate(wordsOnScreen))
        if (english.has(word)) found.add(`${walk.address()}: ${word}`);
    };
    const screens = clientRoutes
      .filter(({ frame }) => frame !== "auth")
      .flatMap(({ path: to }) => addressesOf(to, demo, role))
      // Routes that redirect have no example.
      .filter((address) => !address.includes(":"));
    let german = 0;
    for (const address of screens.filter((each) => canOpen(viewer, each.split("?")[0] ?? each))) {
      await walk.open(address);
      if ((await page.evaluate(() => document.documentElement.lang)) === "de") german += 1;
      await look();
      if (/campaigns\/\d+$/.test(address)) await walk.openSections(look);
    }
    expect(german).toBeGreaterThan(10);
    expect([...found]).toEqual([]);
    await walk.visitor.leave();
  },
  900_000,
);
