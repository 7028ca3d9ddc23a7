export type Size = { width: number; height: number };

/** A size in the syntax of `ad.size`: "width=300,height=250". */
export function sizeIn(content: string | null): Size | null {
  const width = Number(/width\s*=\s*(\d{1,5})/i.exec(content ?? "")?.[1]);
  const height = Number(/height\s*=\s*(\d{1,5})/i.exec(content ?? "")?.[1]);
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Other indications of size for a banner that does not declare it. */
export type SizeHints = {
  /** The names of the zip and of the page. */
  names: string[];
  styles: string[];
  /** "300x250" of each canvas. */
  canvases: string[];
  /** The formats that can be booked. */
  offered: readonly string[];
};

/** The single size in the names of a zip and its page, as in "300x250-summer.zip". */
export function namedSize(names: string[]): Size | null {
  const named = new Set(names.flatMap((name) => name.match(/(?<!\d)\d{2,4}x\d{2,4}(?!\d)/gi) ?? []));
  const [only, ...others] = named;
  return only !== undefined && others.length === 0 ? parsed(only) : null;
}

/** The size in the names, else the only bookable format among styles and canvases. */
export function assumedSize({ names, styles, canvases, offered }: SizeHints): Size | null {
  const named = namedSize(names);
  if (named) return named;
  const drawn = [...canvases, ...styles.flatMap(boxesOf)].filter((size) => offered.includes(size));
  const [only, ...others] = new Set(drawn);
  return only !== undefined && others.length === 0 ? parsed(only) : null;
}

function parsed(size: string): Size {
  const [width = 0, height = 0] = size.toLowerCase().split("x").map(Number);
  return { width, height };
}

/** The sizes of rules that have both a width and a height in pixels. */
function boxesOf(css: string): string[] {
  return css.split(/[{}]/).flatMap((block) => {
    const width = /(?<![\w-])width\s?:\s?(\d{2,4})px/i.exec(block)?.[1];
    const height = /(?<![\w-])height\s?:\s?(\d{2,4})px/i.exec(block)?.[1];
    return width && height ? [`${width}x${height}`] : [];
  });
}
