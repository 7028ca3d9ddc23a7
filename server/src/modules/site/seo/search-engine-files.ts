import type { Language } from "@litfass/contract/kernel/language";
import { escapeHtml } from "@litfass/platform/http/pages/html";
import type { FastifyInstance } from "fastify";
import { pathIn, type Site } from "../frame/site.ts";
import { guidePaths } from "../guide/guide-pages.ts";

/** The public pages that search engines list. */
export const listedPages: readonly string[] = [
  ...["/", "/agency", "/services", "/example-report", "/try", "/contact", "/terms", "/privacy", "/imprint"],
  ...guidePaths,
];

/** `robots.txt` and `sitemap.xml` with every page in every offered language. */
export function searchEngineFiles(app: FastifyInstance, { config: { publicUrl }, settings }: Site): void {
  const robots = [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /try/banner/",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ].join("\n");
  app.get("/robots.txt", (_request, reply) => reply.type("text/plain; charset=utf-8").send(robots));
  app.get("/sitemap.xml", (_request, reply) =>
    reply.type("application/xml; charset=utf-8").send(sitemapOf(publicUrl, settings.current().languages.offered)),
  );
}

function sitemapOf(publicUrl: string, languages: readonly Language[]): string {
  const entries = listedPages.flatMap((page) => {
    const alternates = [...languages.map((each) => [each, pathIn(each, page)]), ["x-default", page]]
      .map(
        ([lang, path]) =>
          `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeHtml(`${publicUrl}${path}`)}"/>`,
      )
      .join("");
    return languages.map(
      (each) => `<url><loc>${escapeHtml(`${publicUrl}${pathIn(each, page)}`)}</loc>${alternates}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
}
