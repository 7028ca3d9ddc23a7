import jsQR from "jsqr";
import { filledRectangles, paint } from "../../../testing/pdf-rectangles.ts";

/** The package's types declare a module, but the import returns the function itself. */
const decode = (typeof jsQR === "function" ? jsQR : (jsQR as { default: typeof jsQR }).default) as typeof jsQR;
const minModules = 300;

/** What a phone scans from the payment part of an invoice's PDF. */
export async function readCode(pdf: Buffer): Promise<string | null> {
  const all = filledRectangles(pdf);
  const sides = new Map<string, number>();
  for (const { width, isBlack } of all) {
    const side = isBlack ? width.toFixed(3) : "";
    sides.set(side, (sides.get(side) ?? 0) + 1);
  }
  const [side] = [...sides].find(([each, count]) => each !== "" && count > minModules) ?? [];
  const modules = all.filter(({ width }) => width.toFixed(3) === side);
  if (modules.length === 0) return null;
  const margin = 12;
  const x = Math.min(...modules.map((each) => each.x)) - margin;
  const y = Math.min(...modules.map((each) => each.y)) - margin;
  const width = Math.max(...modules.map((each) => each.x + each.width)) + margin - x;
  const height = Math.max(...modules.map((each) => each.y + each.height)) + margin - y;
  const from = all.indexOf(modules[0]!);
  const image = paint(all.slice(from), { x, y, width, height }, 5);
  return decode(image.data, image.width, image.height)?.data ?? null;
}

/** The fields of a Swiss payment code at their positions in version 2.0 of the standard. */
export const fieldsOf = (code: string) => {
  const lines = code.split(/\r?\n/);
  return {
    head: lines.slice(0, 3),
    account: lines[3],
    creditor: lines.slice(4, 11),
    ultimateCreditor: lines.slice(11, 18),
    amount: lines[18],
    currency: lines[19],
    debtor: lines.slice(20, 27),
    referenceType: lines[27],
    reference: lines[28],
    message: lines[29],
    trailer: lines[30],
  };
};
