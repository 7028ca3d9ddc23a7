import type { BannerKit } from "@litfass/banner/render";
import { parseTemplate, type Template } from "@litfass/banner/template";
import type { BannerFont } from "@litfass/contract/creatives/banner-fields";
import { useMemo } from "react";
import { useCall } from "../../../api/use-call.ts";
import { useHyphenation, type Writing } from "./use-hyphenation.ts";

export type BannerTemplate = { kit: BannerKit; template: Template };

/**
 * A standard template with everything needed to render it here; null while loading.
 * @param writing the banner's texts: long words load the hyphenation rules of their language.
 */
export function useBannerTemplate(
  name: string | null,
  writing: Writing | null,
  font: BannerFont | null = null,
): { drawable: BannerTemplate | null; error: Error | null; retry: () => void } {
  const bundle = useCall(
    "showTemplateBundle",
    { params: { name: name ?? "" }, query: { font: font ?? undefined } },
    { enabled: name !== null, staleMs: Number.POSITIVE_INFINITY, keep: true },
  );
  const hyphenate = useHyphenation(writing);
  const source = bundle.data;
  const template = useMemo(() => (source ? parseTemplate(source.source) : null), [source]);
  const drawable = useMemo(
    () =>
      source && template
        ? { template, kit: { base: source.base, runtime: source.runtime, fonts: source.fonts, hyphenate } }
        : null,
    [source, template, hyphenate],
  );
  return { drawable, error: bundle.error, retry: () => void bundle.refetch() };
}
