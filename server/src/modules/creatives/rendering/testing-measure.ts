/** A line of text in a banner: its place on the page, its color, and whether its box lies inside its banner. */
export type TextLine = { name: string; x: number; y: number; width: number; height: number; color: string };
export type Measured = { faults: string[]; lines: TextLine[] };
export type ShownBanner = { html: string; width: number; height: number; x: number; y: number };

/** Runs in the page: shows banners at their places, waits for their last frame and measures each. */
export async function showAndMeasure(shown: {
  banners: ShownBanner[];
  fonts: Record<string, string>;
}): Promise<Measured[]> {
  const measured = await Promise.all(
    shown.banners.map(async ({ html, width, height, x, y }) => {
      const frame = document.createElement("iframe");
      const srcdoc = html.replace(/url\(font:(\w+)\)/g, (_, family: string) => `url(${shown.fonts[family]})`);
      Object.assign(frame, { width, height, srcdoc });
      frame.style.cssText = `position:absolute;border:0;left:${x}px;top:${y}px`;
      document.body.append(frame);
      await new Promise((loaded) => frame.addEventListener("load", loaded, { once: true }));
      const view = frame.contentDocument as Document;
      for (let tries = 0; !view.documentElement.classList.contains("go") && tries < 500; tries++) {
        await new Promise((next) => setTimeout(next, 5));
      }
      await Promise.all([...view.images].map((image) => image.decode()));
      const ends = view.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().endTime ?? 0));
      const still = view.createElement("style");
      still.textContent = "*,::before,::after{animation:none!important}";
      view.head.append(still);
      return measure(view, Math.max(0, ...ends), x, y);
    }),
  );
  // The next picture of the page shows the last frame only after it was painted.
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  return measured;

  function measure(view: Document, endsAfterMs: number, x: number, y: number): Measured {
    const found: string[] = [];
    const all = (selector: string): HTMLElement[] => [...view.querySelectorAll<HTMLElement>(selector)];
    const inkOf = (element: Element): DOMRect => {
      const range = view.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    // Digits and capitals stand in the middle of their line box.
    const lettersOf = (element: Element): DOMRect => {
      const boxes = [...element.querySelectorAll("*"), element].flatMap((each) =>
        [...each.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim()),
      );
      const rects = boxes.map((node) => {
        const range = view.createRange();
        range.selectNodeContents(node);
        const { left, top, width, height } = range.getBoundingClientRect();
        return new DOMRect(left, top + height * 0.2, width, height * 0.6);
      });
      const [left, top] = [Math.min(...rects.map((each) => each.left)), Math.min(...rects.map((each) => each.top))];
      const right = Math.max(...rects.map((each) => each.right));
      return new DOMRect(left, top, right - left, Math.max(...rects.map((each) => each.bottom)) - top);
    };
    const size = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
    // A stacked title ends at its last row; each row is padded by .14em above and .2em below its letters.
    const stackOf = (element: Element): DOMRect | null => {
      const rows = [...element.querySelectorAll(".row")];
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last) return null;
      const place = first.getBoundingClientRect();
      const top = place.top + 0.14 * size(first);
      return new DOMRect(place.left, top, place.width, last.getBoundingClientRect().bottom - 0.2 * size(last) - top);
    };
    if (!view.documentElement.classList.contains("go")) found.push("the texts were never fitted");
    if (endsAfterMs > 30_000) found.push("motion over 30 s");

    const ad = (view.querySelector(".ad") as Element).getBoundingClientRect();
    const marks = ".burst,.tire,.tag,.line,.when,.note,.label,.stub,.num";
    const parts = all(`.t,.d,.ad:not(.plated) .logo img,.plated .logo,.b,.bar,${marks}`)
      .filter(
        (element) =>
          element.getClientRects().length > 0 && (element.textContent !== "" || element.matches("img,.logo")),
      )
      .map((element) => {
        const text = element.matches(".t,.d");
        const box = stackOf(element) ?? (text ? inkOf(element) : element.getBoundingClientRect());
        return { element, name: element.className || "logo", text, box };
      });
    for (const [index, a] of parts.entries()) {
      for (const b of parts.slice(index + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        // The line boxes of two texts may touch, because their letters are still apart.
        if (wide > 2 && high > (a.text && b.text ? 14 : 2)) found.push(`${a.name} overlaps ${b.name}`);
      }
      // A turned price tag may run off the edge of its banner with its corner, but not with its text.
      const box = a.element.matches(marks) ? lettersOf(a.element) : a.box;
      if (box.left < -1 || box.right > ad.width + 1) found.push(`${a.name} leaves the banner`);
      if (box.top < -1 || box.bottom > ad.height + 1) found.push(`${a.name} leaves the banner`);
    }
    const buttons = all(".b,.bar").filter((button) => button.getClientRects().length > 0);
    if (buttons.length !== 1) found.push("no call to action");
    for (const button of buttons) {
      const label = inkOf(button.querySelector("[data-soft]") ?? button);
      const box = button.getBoundingClientRect();
      const outside = label.left < box.left + 4 || label.right > box.right - 4;
      if (outside || label.top < box.top || label.bottom > box.bottom) found.push("button text leaves the button");
      const arrow = button.querySelector("svg");
      if (arrow && label.right > arrow.getBoundingClientRect().left - 4) found.push("button text touches the arrow");
      const middle = view.elementFromPoint(label.left + label.width / 2, label.top + label.height / 2);
      if (!middle || !(button === middle || button.contains(middle))) found.push("button is covered");
    }
    for (const box of all("[data-fit]")) {
      if (box.scrollHeight > box.clientHeight + 1) found.push("the text is higher than its box");
    }
    const rows = all(".row");
    // In a strip for phones two lines of 12 px fit.
    const floor = view.querySelector(".ad.st,.ad.mb") ? 12 : 15;
    if (Math.min(...(rows.length > 0 ? rows : all(".t")).map(size)) < floor) found.push("title under its floor");
    if (all(".d").some((text) => text.textContent && size(text) < 12)) found.push("description under its floor");
    for (const text of all(".t:not(:has(.row)),.d").filter((each) => each.textContent)) {
      const style = getComputedStyle(text);
      const edge = Number.parseFloat(style.paddingRight) + Number.parseFloat(style.borderRightWidth);
      if (inkOf(text).right > text.getBoundingClientRect().right - edge + 3)
        found.push(`${text.className} leaves its box`);
    }
    if (view.querySelector(".clip")) found.push("description cut");
    if (all(".t").some((title) => title.style.overflowWrap)) found.push("title broken anywhere");

    const lines: TextLine[] = [];
    const texts = view.createTreeWalker(view.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement as Element;
      if (!texts.currentNode.textContent?.trim() || element.closest("script,style,[aria-hidden]")) continue;
      const range = view.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const { left, top, width, height } of range.getClientRects()) {
        const { color } = getComputedStyle(element);
        const name = element.className || element.tagName;
        if (width > 1) lines.push({ name, x: x + left, y: y + top + height * 0.2, width, height: height * 0.6, color });
      }
      (element as HTMLElement).style.setProperty("-webkit-text-fill-color", "transparent");
      (element as HTMLElement).style.textDecorationColor = "transparent";
    }
    return { faults: found, lines };
  }
}
