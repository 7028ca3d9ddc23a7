import type { Template } from "@litfass/banner/template";
import type { ContentValues } from "@litfass/contract/creatives/creative-content";
import type { Format } from "@litfass/contract/kernel/formats";

/** The parts of a banner that its frame reports. */
export const bannerParts = ["logo", "title", "description", "button", "picture"] as const;
export type BannerPart = (typeof bannerParts)[number];

/** What a rendered banner shows, as measured by its frame. */
export type Shown = { shown: readonly string[]; shortened: boolean };

export type OmittedParts = {
  /** Filled-in parts that do not fit some formats. */
  parts: { part: BannerPart; formats: Format[] }[];
  /** Formats with shortened texts. */
  shortened: Format[];
};

/** The filled-in parts that the template can show. */
export function filledParts(values: ContentValues, template: Pick<Template, "picture" | "derive">): BannerPart[] {
  const isFilled: Record<BannerPart, boolean> = {
    logo: values.logo !== null,
    title: values.title !== "",
    // With an amount or a date the texts swap places: a missing description may be the heading.
    description: values.description !== "" && template.derive !== "amount",
    button: values.button_text !== "",
    picture: values.images.length > 0 && template.picture !== "none",
  };
  return bannerParts.filter((part) => isFilled[part]);
}

/** The filled-in parts that formats omit, in the order of the form. Formats that are not measured yet are ignored. */
export function omittedParts(reports: Partial<Record<Format, Shown>>, filled: readonly BannerPart[]): OmittedParts {
  const measured = Object.entries(reports) as [Format, Shown][];
  const parts = filled.map((part) => ({
    part,
    formats: measured.filter(([, report]) => !report.shown.includes(part)).map(([format]) => format),
  }));
  return {
    parts: parts.filter(({ formats }) => formats.length > 0),
    shortened: measured.filter(([, report]) => report.shortened).map(([format]) => format),
  };
}
