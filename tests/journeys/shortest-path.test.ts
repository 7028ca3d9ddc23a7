import type { Locator, Page } from "playwright-core";
import { afterAll, expect, inject, test } from "vitest";
import { closeBrowser, newVisitor } from "../support/browser.ts";
import { confirmEmail, profileFields } from "./campaign/open-account.ts";

/** From the registration to a started campaign: what it takes at most, with the mouse and with the keyboard alone. */
const maxClicks = 45;
const maxTabs = 120;

const server = inject("demo");
afterAll(() => closeBrowser());

const password = "a-long-enough-password";
const logo = {
  name: "logo.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="80"><rect width="480" height="80" fill="#123a5a"/></svg>',
  ),
};
const card: [string, string][] = [
  ["Card number", "4242424242424242"],
  ["Expiry", "1239"],
  ["Security code", "123"],
];
const banner: [string, string][] = [
  ["Title", "Spring check, 20% off"],
  ["Description", "Your bicycle, ready in a day."],
  ["Button", "Book now"],
];

/** How a person reaches controls: with the mouse or with the keyboard. */
type Hand = { reach: (control: Locator) => Promise<void>; press: (control: Locator) => Promise<void> };

async function startCampaign(page: Page, email: string, { reach, press }: Hand): Promise<void> {
  const field = (name: string) => page.getByLabel(name, { exact: true }).first();
  const button = (name: string | RegExp) => page.getByRole("button", { name, disabled: false }).first();
  const link = (name: string | RegExp) => page.locator("main").getByRole("link", { name }).first();
  const at = (path: RegExp) => page.waitForURL(({ pathname, search }) => path.test(pathname + search));
  const type = async (control: Locator, text: string) => {
    await reach(control);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  };
  const choose = async (name: string, text: string) => {
    await type(page.getByRole("combobox", { name }), text);
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  };
  await page.goto("/register");
  await type(field("E-mail"), email);
  await type(field("Password"), password);
  await type(field("Password confirmation"), password);
  await page.keyboard.press("Enter");
  await at(/^\/verify-email/);
  await confirmEmail(server, page, email);
  await at(/^\/account/);
  for (const [name, value] of profileFields) await type(field(name), value);
  await reach(page.getByRole("checkbox", { name: /I have read and accept/ }));
  if (!(await page.getByRole("checkbox", { name: /I have read and accept/ }).isChecked())) {
    await page.keyboard.press("Space");
  }
  await press(button("Save"));
  await at(/^\/dashboard/);
  await press(link("Add budget"));
  await type(field("Budget"), "500");
  await press(button("Go to payment"));
  await at(/\/checkout\//);
  for (const [name, value] of card) await type(page.getByLabel(name).first(), value);
  await page.keyboard.press("Enter");
  await at(/\/checkout\/success/);
  await press(link(/Create a campaign|Create campaign/));
  await at(/^\/campaigns\/create/);
  await type(field("Name"), "Spring check Bern");
  await choose("Categories", "Sports");
  if ((await page.getByRole("combobox", { name: "Language of the audience" }).inputValue()) === "") {
    await choose("Language of the audience", "German");
  }
  await press(button("Create draft"));
  await at(/step=targeting/);
  await choose("Place", "Bern");
  await page.getByRole("button", { name: /^Remove Bern/ }).waitFor();
  await press(button("Next: Budget and period"));
  await at(/step=budget/);
  await press(button("Next: Banner template"));
  await at(/step=template/);
  // By its name: the previous step stays until this one is loaded, and has buttons of its own to choose with.
  await press(button("Choose Poster"));
  await at(/step=customise/);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press(button("Choose a file"))]);
  await chooser.setFiles(logo);
  await page.getByText(logo.name).waitFor();
  for (const [name, value] of banner) await type(field(name), value);
  await press(button("Next: Destination link"));
  await at(/step=link/);
  await type(field("Destination link"), "https://www.velowerk-amsler.example/spring");
  await page.keyboard.press("Enter");
  await at(/step=preview/);
  await press(button("Start campaign"));
  await at(/^\/campaigns\/\d+\/report/);
}

const isFocused = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement);

test("a campaign is started with few clicks", async () => {
  const visitor = await newVisitor();
  let clicks = 0;
  const press = async (control: Locator) => {
    await control.click();
    clicks += 1;
  };
  const reach = async (control: Locator) => {
    await control.waitFor();
    if (!(await isFocused(control))) await press(control);
  };
  await startCampaign(visitor.page, `clicks.${Date.now()}@velowerk.example`, { reach, press });
  expect(clicks).toBeLessThan(maxClicks);
  await visitor.leave();
}, 240_000);

test("a campaign is started with the keyboard alone, and the focus follows the steps", async () => {
  const visitor = await newVisitor();
  const { page } = visitor;
  let tabs = 0;
  const reach = async (control: Locator) => {
    await control.waitFor();
    for (let at = 0; at < 60 && !(await isFocused(control)); at += 1) {
      await page.keyboard.press("Tab");
      tabs += 1;
    }
    expect(await isFocused(control)).toBe(true);
  };
  const press = async (control: Locator) => {
    await reach(control);
    await page.keyboard.press("Enter");
  };
  await startCampaign(page, `keys.${Date.now()}@velowerk.example`, { reach, press });
  expect(tabs).toBeLessThan(maxTabs);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await visitor.leave();
}, 240_000);
