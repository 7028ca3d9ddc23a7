import { createHash } from "node:crypto";
import type { Language } from "@litfass/contract/kernel/language";
import type { Platform } from "@litfass/platform/platform";
import { renderInWorker } from "@litfass/platform/worker/render-in-worker";
import { type ExampleTerms, exampleReport } from "./example-report.ts";

const drawing = new URL("../document/draw-report-task.ts", import.meta.url);

/**
 * The PDF of the example report. Visitors without an account may ask for it, so it is drawn once per language and kept until
 * its terms change. @throws 429 while too many files are rendered
 */
export function exampleDocument({ workers }: Pick<Platform, "workers">): (terms: ExampleTerms) => Promise<Buffer> {
  const drawn = new Map<Language, { key: string; document: Promise<Buffer> }>();
  return (terms) => {
    const { at, letterhead, ...rest } = terms;
    const report = exampleReport(terms);
    const logo = letterhead.logo === null ? null : createHash("sha256").update(letterhead.logo).digest("hex");
    const key = JSON.stringify([rest, report.period, letterhead.name, logo]);
    const known = drawn.get(terms.lang);
    if (known?.key === key) return known.document;
    const document = renderInWorker(workers.of("example-report"), drawing, report);
    drawn.set(terms.lang, { key, document });
    document.catch(() => drawn.delete(terms.lang));
    return document;
  };
}
