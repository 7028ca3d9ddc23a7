import { type Language, localeOf, nativeName } from "@litfass/contract/kernel/language";
import { Html, html } from "@litfass/platform/http/pages/html";
import { subscribeForm } from "../newsletter/subscribe-form.ts";
import { globe, iconOf, logoOf } from "./art.ts";
import { colorRules } from "./brand-style.ts";
import { pathIn, type Site } from "./site.ts";
import { t } from "./texts.ts";

export type SitePage = {
  /** The address without its language: `/`, `/agency`. */
  path: string;
  /** Without the operator's name, which follows it unless it is `isWholeTitle`. */
  title: string;
  isWholeTitle?: boolean;
  description?: string;
  /** The top of the landing page, which contains the menu; other pages have a plain header. */
  hero?: Html;
  body: Html;
  /** Results of forms and errors are excluded from search engines. */
  isUnlisted?: boolean;
  /** schema.org objects for search engines. */
  structuredData?: object[];
};

type View = {
  language: Language;
  isSignedIn: boolean;
  /** False where the address names no language, so that the browser's decides. */
  isLanguageInAddress: boolean;
};

/** The rules of every public page. They are in the page, because a request for them delays the first paint. */
export const styleOf = ({ files, settings }: Site): string => files.style + colorRules(settings.current().brand);

/**
 * A whole document with header and footer. Its only inline code is its style and the script for light and dark, whose
 * hashes the policy of `answer-page.ts` allows. Readable without scripts and without the web app.
 */
export function sitePage(site: Site, page: SitePage, view: View): Html {
  const { language } = view;
  const menu = header(site, page, view);
  return html`<!doctype html>
<html lang="${language}"><head>${head(site, page, view)}</head>
<body><a class="skip" href="#main">${t(language, "skip")}</a>
${page.hero ? html`<header class="hero"><div class="w">${menu}${page.hero}</div></header>` : html`<header class="bar"><div class="w">${menu}</div></header>`}
<main id="main">${page.body}</main>
${footer(site, language)}
${needsScript(page.body) && html`<script src="${site.files.script}" defer></script>`}</body></html>`;
}

/** Other pages paint sooner without it, and the newsletter's form in their footer is an ordinary form. */
const needsScript = (body: Html): boolean => /<form[^>]* data-(api|draft|forecast)\b/.test(body.text);

function head(site: Site, page: SitePage, view: View): Html {
  const { config, files, settings, sharePictures } = site;
  const { language, isLanguageInAddress } = view;
  const { description, isUnlisted, structuredData = [] } = page;
  const { brand, languages } = settings.current();
  const { operator_name: operator } = brand;
  const title = page.isWholeTitle ? page.title : `${page.title} - ${operator}`;
  const url = (path: string): string => `${config.publicUrl}${path}`;
  // The address without a language is itself one of the alternates (`x-default`), so it must not name another one.
  const own = url(isLanguageInAddress ? pathIn(language, page.path) : page.path);
  const alternates = [
    ...languages.offered.map((each) => [each, pathIn(each, page.path)]),
    ["x-default", page.path],
  ] as const;
  return html`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>${description && html`<meta name="description" content="${description}">`}
<meta name="color-scheme" content="light dark">${iconOf(brand)}
${files.themeScript !== null && html`<script>${new Html(files.themeScript)}</script>`}<style>${new Html(styleOf(site))}</style>
${
  isUnlisted
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${own}">${alternates.map(([lang, path]) => html`<link rel="alternate" hreflang="${lang}" href="${url(path)}">`)}
<meta property="og:type" content="website"><meta property="og:site_name" content="${operator}"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${own}"><meta property="og:locale" content="${localeOf(language).replace("-", "_")}"><meta property="og:image" content="${url(sharePictures.pathOf(language))}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta name="twitter:card" content="summary_large_image">`
}${structuredData.map((data) => html`<script type="application/ld+json">${jsonInHtml(data)}</script>`)}`;
}

/** JSON that cannot end its script element. */
const jsonInHtml = (data: object): Html => new Html(JSON.stringify(data).replaceAll("<", "\\u003c"));

function header({ settings }: Site, { path }: SitePage, { language, isSignedIn }: View): Html {
  const { brand, languages, site } = settings.current();
  const home = pathIn(language, "/");
  const anchor = (id: string): string => `${path === "/" ? "" : home}#${id}`;
  const current = (target: string) => target === path && html` aria-current="page"`;
  // Sections that the operator left out have no link.
  const section = (id: "why" | "how" | "prices" | "faq") =>
    site.sections[id] && html`<li><a href="${anchor(id)}">${t(language, `nav.${id}`)}</a></li>`;
  const links = html`${section("why")}${section("how")}${section("prices")}<li><a href="${pathIn(language, "/agency")}"${current("/agency")}>${t(language, "nav.agency")}</a></li>${section("faq")}<li><a href="${anchor("contact")}">${t(language, "nav.contact")}</a></li>`;
  const enter = isSignedIn
    ? html`<a class="enter" href="/dashboard">${t(language, "nav.dashboard")}</a>`
    : html`<a class="enter" href="/login">${t(language, "nav.signIn")}</a>`;
  return html`<nav class="nav" aria-label="${t(language, "nav.label")}"><a class="home" href="${home}" aria-label="${t(language, "nav.home", { operator: brand.operator_name })}">${logoOf(brand)}</a><ul>${links}</ul>${languageChoice(languages.offered, language, path)}${enter}<details class="menu"><summary>${t(language, "nav.menu")}</summary><ul>${links}</ul></details></nav>`;
}

/** Contains the visible code, so that people can say what they see (WCAG 2.5.3). */
const labelOf = (language: Language): Html => html`aria-label="${language.toUpperCase()}, ${nativeName(language)}"`;

/** A link to the other language, or a menu if there are several. */
function languageChoice(offered: readonly Language[], language: Language, path: string): Html | false {
  const others = offered.filter((each) => each !== language);
  const [other] = others;
  if (!other) return false;
  const address = (each: Language): Html => html`href="${pathIn(each, path)}" lang="${each}" hreflang="${each}"`;
  if (others.length === 1) {
    return html`<a class="lang" ${address(other)} ${labelOf(other)}>${globe}${other.toUpperCase()}</a>`;
  }
  const links = others.map((each) => html`<li><a ${address(each)}>${nativeName(each)}</a></li>`);
  return html`<details class="langs"><summary class="lang" ${labelOf(language)}>${globe}${language.toUpperCase()}</summary><ul>${links}</ul></details>`;
}

function footer({ settings }: Site, language: Language): Html {
  const { brand, company, site } = settings.current();
  const { sections } = site;
  const link = (path: string, text: string): Html => html`<li><a href="${pathIn(language, path)}">${text}</a></li>`;
  const anchor = (id: string, text: string): Html =>
    html`<li><a href="${pathIn(language, "/")}#${id}">${text}</a></li>`;
  const { name, city } = company;
  return html`<footer class="foot"><div class="w g"><div><a class="home" href="${pathIn(language, "/")}" aria-label="${t(language, "nav.home", { operator: brand.operator_name })}">${logoOf(brand)}</a><p>© ${name}, ${city}</p><p class="fine">${t(language, "foot.noCookies")}</p></div>
<ul>${sections.prices && anchor("prices", t(language, "nav.prices"))}${sections.try && anchor("try", t(language, "foot.try"))}${sections.case && anchor("case", t(language, "foot.case"))}${link("/example-report", t(language, "foot.report"))}${link("/agency", t(language, "nav.agency"))}${link("/services", t(language, "foot.services"))}</ul>
<ul>${anchor("contact", t(language, "nav.contact"))}${link("/docs", t(language, "foot.docs"))}${link("/terms", t(language, "foot.terms"))}${link("/privacy", t(language, "foot.privacy"))}${link("/imprint", t(language, "foot.imprint"))}${socialLinks(brand.social_links)}</ul>
${subscribeForm(language)}</div></footer>`;
}

/** The operator's profiles, named after their hosts. `rel="me"` lets those services confirm that the profile is the operator's. */
const socialLinks = (links: string[]): Html[] =>
  links
    .filter((link) => URL.canParse(link))
    .map((link) => html`<li><a href="${link}" rel="me noopener">${new URL(link).host.replace(/^www\./, "")}</a></li>`);
