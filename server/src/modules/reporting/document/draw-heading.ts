import { drawArtifact, ink, left, rule, width, write } from "@litfass/platform/pdf/pdf-page";
import { element, type Flow, reserve } from "@litfass/platform/pdf/tagged-pdf";

const gap = 24;

/** The heading of a section, on the same page as the first `keep` points below it. */
export function drawHeading(flow: Flow, text: string, keep: number): void {
  if (!reserve(flow, gap + 26 + keep)) flow.y += gap;
  const { doc } = flow;
  drawArtifact(doc, () => rule(doc, flow.y, ink, 1));
  element(flow, "H2", () => {
    flow.y = write(doc, text, left, flow.y + 9, { font: "display", size: 12.5 }, { width }) + 6;
  });
}
