import { inflateSync } from "node:zlib";

/** A filled rectangle of a PDF page, in points from the page's lower left corner. */
export type FilledRectangle = { x: number; y: number; width: number; height: number; isBlack: boolean };

type Matrix = [number, number, number, number, number, number];

const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
];

/** The filled rectangles of all pages in painting order, parsed from the content; other shapes are skipped. */
export function filledRectangles(pdf: Buffer): FilledRectangle[] {
  return contents(pdf).flatMap(rectanglesOf);
}

function contents(pdf: Buffer): string[] {
  const found: string[] = [];
  for (let at = pdf.indexOf("stream\n"); at !== -1; at = pdf.indexOf("stream\n", at + 7)) {
    if (pdf.subarray(at - 3, at).toString("latin1") === "end") continue;
    const end = pdf.indexOf("endstream", at);
    try {
      found.push(inflateSync(pdf.subarray(at + 7, end)).toString("latin1"));
    } catch {
      // An uncompressed stream, or a font: no page content.
    }
  }
  return found.filter((text) => / re\b/.test(text));
}

function rectanglesOf(content: string): FilledRectangle[] {
  const painted: FilledRectangle[] = [];
  let state: { matrix: Matrix; isBlack: boolean } = { matrix: [1, 0, 0, 1, 0, 0], isBlack: true };
  const saved: (typeof state)[] = [];
  let path: [number, number, number, number][] = [];
  for (const line of content.split("\n")) {
    const words = line.trim().split(/\s+/);
    const operator = words.at(-1);
    const numbers = words.slice(0, -1).map(Number);
    if (operator === "q") saved.push({ ...state });
    else if (operator === "Q") state = saved.pop() ?? state;
    else if (operator === "cm") state = { ...state, matrix: multiply(numbers as Matrix, state.matrix) };
    else if (operator === "scn" || operator === "rg" || operator === "g")
      state = { ...state, isBlack: numbers.every((value) => value < 0.5) };
    else if (operator === "re") path.push(numbers as [number, number, number, number]);
    else if (operator === "f" || operator === "f*") {
      painted.push(...path.map((each) => place(each, state.matrix, state.isBlack)));
      path = [];
    } else if (operator === "n" || operator === "S") path = [];
  }
  return painted;
}

function place([x, y, width, height]: [number, number, number, number], m: Matrix, isBlack: boolean): FilledRectangle {
  const corner = (px: number, py: number) => [px * m[0] + py * m[2] + m[4], px * m[1] + py * m[3] + m[5]] as const;
  const [ax, ay] = corner(x, y);
  const [bx, by] = corner(x + width, y + height);
  return { x: Math.min(ax, bx), y: Math.min(ay, by), width: Math.abs(bx - ax), height: Math.abs(by - ay), isBlack };
}

/** Paints the rectangles of a part of the page as pixels (RGBA), `scale` for a point. */
export function paint(
  rectangles: FilledRectangle[],
  part: { x: number; y: number; width: number; height: number },
  scale: number,
): { data: Uint8ClampedArray; width: number; height: number } {
  const width = Math.ceil(part.width * scale);
  const height = Math.ceil(part.height * scale);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const each of rectangles) {
    const left = Math.max(0, Math.round((each.x - part.x) * scale));
    const right = Math.min(width, Math.round((each.x + each.width - part.x) * scale));
    const top = Math.max(0, Math.round((part.y + part.height - each.y - each.height) * scale));
    const bottom = Math.min(height, Math.round((part.y + part.height - each.y) * scale));
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        data.fill(each.isBlack ? 0 : 255, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return { data, width, height };
}
