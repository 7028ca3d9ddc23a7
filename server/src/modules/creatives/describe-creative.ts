import { escapeHtml } from "@litfass/banner/template";
import type { CreativeRow } from "./tables.ts";

/** A creative as XML: its id, type, dimensions, title and description (PAGE-005). */
export function describeCreative(creative: CreativeRow): string {
  const { id, uuid, type, width, height, title, description } = creative;
  return `<?xml version="1.0" encoding="UTF-8"?>
<creative id="${id}" uuid="${uuid}" type="${type}">
  <dimensions width="${width}" height="${height}"/>
  <title>${xml(title)}</title>
  <description>${xml(description)}</description>
</creative>
`;
}

/** XML does not allow control characters, even escaped. */
const xml = (text: string): string => escapeHtml(text.replace(/[^\P{Cc}\t\n\r]/gu, ""));
