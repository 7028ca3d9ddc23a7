// Runs inside the banner: fits the texts, sets the click URL, starts the animation and the video. No storage, and no
// network but for the video.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const number = (style, name, other) => {
    const value = Number.parseFloat(style.getPropertyValue(name));
    return Number.isNaN(value) ? other : value;
  };
  const inkOf = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const soften = (element) => {
    if (element?.dataset.soft) element.textContent = element.dataset.soft;
  };

  // One box, one shrink: title and description keep their ratio. Order: size; hyphens in the description; width axis;
  // one hyphen in the title; more hyphens; the floor; any break; whole lines from the end of the description.
  function fit(box) {
    const style = getComputedStyle(box);
    const texts = all(".t,.d", box);
    const title = box.querySelector(".t");
    const line = box.querySelector(".d");
    const [t1, t0, tm] = [number(style, "--t1", 40), number(style, "--t0", 24), number(style, "--tm", 18)];
    const [d1, d0, narrow] = [number(style, "--d1", 15), number(style, "--d0", 12), number(style, "--narrow", 100)];
    let mostLines = 99;
    const wide = (element) => element.scrollWidth > element.clientWidth + 1;
    const overflows = () => box.scrollHeight > box.clientHeight + 1 || texts.some(wide);
    const lines = () =>
      title ? Math.round(title.offsetHeight / Number.parseFloat(getComputedStyle(title).lineHeight)) : 0;
    const attempt = (from, to, dFrom, dTo, width) => {
      box.style.setProperty("--tw", width);
      for (let step = 0; step <= 20; step++) {
        box.style.setProperty("--ts", from + ((to - from) * step) / 20);
        box.style.setProperty("--ds", dFrom + ((dTo - dFrom) * step) / 20);
        if (!overflows() && lines() <= mostLines) return true;
      }
      return false;
    };
    if (attempt(t1, t0, d1, d0, 100)) return;
    if (line && wide(line)) {
      soften(line);
      if (attempt(t1, t0, d1, d0, 100)) return;
    }
    if (narrow < 100 && attempt(t1, t0, d1, d0, narrow)) return;
    const words = title ? title.textContent.split(" ").length : 99;
    soften(title);
    for (mostLines = words; mostLines < words + 2; mostLines++) if (attempt(t1, t0, d1, d0, narrow)) return;
    soften(line);
    if (attempt(t0, tm + (t0 - tm) / 2, d0, d0, narrow)) return;
    mostLines = 99;
    if (attempt(t0, tm, d0, d0, narrow)) return;
    if (title) title.style.overflowWrap = "anywhere";
    if (attempt(t0, tm, d0, d0, narrow)) return;
    // The full description stays in the label of the link.
    box.classList.add("clip");
    for (let keep = 5; line && keep > 0; keep--) {
      line.style.webkitLineClamp = keep;
      if (box.scrollHeight <= box.clientHeight + 1) return;
    }
    if (line) line.style.display = "none";
  }

  // A button first shrinks on one line, then wraps to two, then hyphenates. It never grows or leaves its box.
  function fitButton(button) {
    const label = button.querySelector("[data-soft]") || button;
    const size = Number.parseFloat(getComputedStyle(button).fontSize);
    const arrow = button.querySelector("svg");
    let pad = arrow ? Number.parseFloat(getComputedStyle(button).paddingLeft) : 8;
    const fits = () => {
      const ink = inkOf(label);
      const room = button.clientWidth - 2 * pad - (arrow ? arrow.getBoundingClientRect().width + 10 : 0);
      const fontSize = Number.parseFloat(getComputedStyle(button).fontSize);
      return ink.width <= room && ink.height <= Math.min(button.clientHeight - 3, 2.7 * fontSize);
    };
    const down = (from, to) => {
      for (let next = from; next >= to; next -= 0.5) {
        button.style.fontSize = `${next}px`;
        if (fits()) return true;
      }
      return false;
    };
    if (down(size, Math.min(size, 12.5))) return;
    button.classList.add("two");
    pad = arrow ? 13 : 6;
    button.style.paddingLeft = button.style.paddingRight = arrow ? "12px" : "6px";
    if (down(Math.min(size, 15), 12)) return;
    label.textContent = label.dataset.soft;
    down(13, 10.5);
  }

  // The scrim ends where the text ends, so that short texts leave more room for the image.
  function scrim(ad, box) {
    const edge = ad.getBoundingClientRect();
    let right = 0;
    let top = 1e4;
    for (const element of all(".t,.d,.b,.logo", box)) {
      const place = /\b[td]\b/.test(element.className) ? inkOf(element) : element.getBoundingClientRect();
      right = Math.max(right, place.right - edge.left);
      top = Math.min(top, place.top - edge.top);
    }
    ad.style.setProperty("--right", `${right}px`);
    ad.style.setProperty("--top", `${top}px`);
  }

  // Poster: breaks the title into lines that each fill the column, by the width axis first, then by size.
  function stack(title) {
    const [columnWidth, columnHeight, lead] = [title.clientWidth, title.clientHeight, 0.84];
    const text = title.textContent;
    const probe = document.createElement("span");
    probe.className = "probe";
    title.appendChild(probe);
    const widths = new Map();
    const widthOf = (line, axis) => {
      const key = `${axis} ${line}`;
      if (!widths.has(key)) {
        probe.style.fontStretch = `${axis}%`;
        probe.textContent = line;
        widths.set(key, probe.getBoundingClientRect().width / 100);
      }
      return widths.get(key);
    };
    const joined = (words, mask) => {
      const lines = [words[0].text];
      for (let i = 1; i < words.length; i++) {
        const last = lines.length - 1;
        if ((mask >> (i - 1)) & 1) {
          if (words[i].glue) lines[last] += "-";
          lines.push(words[i].text);
        } else lines[last] += (words[i].glue ? "" : " ") + words[i].text;
      }
      return lines;
    };
    const weigh = (lines) => {
      const target = columnHeight / lines.length / lead;
      const plan = lines.map((line) => {
        const slim = columnWidth / widthOf(line, 62);
        return { line, size: Math.min(target, slim), wide: columnWidth / widthOf(line, 125) };
      });
      const cap = Math.min(...plan.map((row) => row.size)) * 1.7;
      let [used, small, big] = [0, 1e9, 0];
      for (const row of plan) {
        row.size = Math.min(row.size, cap);
        used += row.size * lead * Math.min(1, row.size / row.wide);
        small = Math.min(small, row.size);
        big += row.size * lead;
      }
      if (big > columnHeight + 1) {
        const shrink = columnHeight / big;
        for (const row of plan) row.size *= shrink;
        used *= shrink * shrink;
        small *= shrink;
      }
      const hyphens = lines.filter((line) => line.endsWith("-")).length;
      const score = used / columnHeight + Math.min(small, 40) / 60 - hyphens * 0.12;
      return { score, plan, small, cover: used / columnHeight };
    };
    const best = (words) => {
      let winner = null;
      for (let mask = 0; mask < 1 << (words.length - 1); mask++) {
        const candidate = weigh(joined(words, mask));
        if (!winner || candidate.score > winner.score) winner = candidate;
      }
      return winner;
    };
    let result = best(text.split(" ").map((word) => ({ text: word })));
    const floor = number(getComputedStyle(title), "--t0", 26);
    if (result.small < floor || result.cover < 0.5) {
      const pieces = title.dataset.soft
        .split(" ")
        .flatMap((word) => word.split("\u00ad").map((piece, i) => ({ text: piece, glue: i > 0 })));
      const other = best(fewer(pieces));
      const better = result.small < floor ? other.small > result.small * 1.15 : other.score > result.score + 0.12;
      if (better) result = other;
    }
    const rows = result.plan.map((row, i) => {
      const goal = columnWidth / row.size;
      let [low, high] = [62, 125];
      for (let n = 0; n < 9; n++) {
        const middle = (low + high) / 2;
        if (widthOf(row.line, middle) > goal) high = middle;
        else low = middle;
      }
      const outer = document.createElement("span");
      const run = document.createElement("span");
      outer.className = "row";
      run.textContent = row.line + (i < result.plan.length - 1 && !row.line.endsWith("-") ? " " : "");
      outer.style.cssText = `font-size:${row.size.toFixed(2)}px;font-stretch:${low.toFixed(1)}%;--i:${i}`;
      outer.appendChild(run);
      return outer;
    });
    title.replaceChildren(...rows);
    const used = rows.reduce((sum, row) => sum + Number.parseFloat(row.style.fontSize) * lead, 0);
    title.parentNode.style.setProperty("--used", `${Math.ceil(used)}px`);
  }

  // Joins the shortest neighbors of a word to keep the search for line breaks small.
  function fewer(pieces) {
    while (pieces.length > 11) {
      let [at, shortest] = [-1, 99];
      for (let i = 1; i < pieces.length; i++) {
        const length = (pieces[i].text + pieces[i - 1].text).length;
        if (pieces[i].glue && length < shortest) [at, shortest] = [i, length];
      }
      if (at < 0) break;
      pieces[at - 1].text += pieces[at].text;
      pieces.splice(at, 1);
    }
    return pieces;
  }

  // A video loads after the page, plays without sound while at least half of it is visible, and stops after 30 seconds,
  // repetitions included. If it cannot play, or readers prefer less motion, its poster stays.
  function play(video, button) {
    let [rounds, isStopped, isVisible] = [0, false, false];
    const show = () => {
      button.hidden = false;
      button.classList.toggle("off", video.paused);
      button.setAttribute("aria-label", video.paused ? button.dataset.play : button.dataset.stop);
    };
    const run = () => {
      if (!video.src) video.src = video.dataset.video;
      video.muted = true;
      video.play().catch(() => {});
    };
    video.addEventListener("playing", show);
    video.addEventListener("pause", show);
    video.addEventListener("error", () => {
      button.hidden = isStopped = true;
      video.removeAttribute("src");
      video.load();
    });
    video.addEventListener("ended", () => {
      rounds += 1;
      isStopped = (rounds + 1) * video.duration > 30;
      if (!isStopped && isVisible) run();
    });
    button.addEventListener("click", () => {
      isStopped = !video.paused;
      if (isStopped) video.pause();
      else run();
    });
    placeButton(video, button);
    new IntersectionObserver(
      ([entry]) => {
        isVisible = entry.intersectionRatio >= 0.5;
        if (isStopped) return;
        if (isVisible) run();
        else video.pause();
      },
      { threshold: [0, 0.5] },
    ).observe(ad);
  }

  // In the first corner of the video that covers neither text, logo nor button; the top right last, because exchanges
  // place their own mark there.
  function placeButton(video, button) {
    const [size, gap] = [28, 6];
    const edge = ad.getBoundingClientRect();
    const box = video.getBoundingClientRect();
    const [left, top] = [Math.max(box.left, edge.left) + gap, Math.max(box.top, edge.top) + gap];
    const [right, bottom] = [
      Math.min(box.right, edge.right) - gap - size,
      Math.min(box.bottom, edge.bottom) - gap - size,
    ];
    const others = all(".t,.d,.b,.bar,.logo,.burst", ad).map((each) => each.getBoundingClientRect());
    const corners = [
      [left, bottom],
      [left, top],
      [right, bottom],
      [right, top],
    ];
    const isFree = ([x, y]) =>
      others.every((o) => x + size < o.left || x > o.right || y + size < o.top || y > o.bottom);
    const [x, y] = corners.find(isFree) || corners[0];
    button.style.left = `${x - edge.left}px`;
    button.style.top = `${y - edge.top}px`;
  }

  const ad = document.querySelector(".ad");
  const link = () => {
    if (window.clickTag) ad.href = window.clickTag;
  };
  link();
  // An exchange may set the variable after the banner started.
  ad.addEventListener("click", link);
  document.fonts.ready.then(() => {
    for (const title of all("[data-stack]")) stack(title);
    for (const box of all("[data-fit]")) fit(box);
    for (const button of all(".b,.bar")) fitButton(button);
    for (const box of all("[data-veil]")) scrim(ad, box);
    document.documentElement.classList.add("go");
    const video = document.querySelector("video[data-video]");
    if (!video || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const start = () => play(video, document.querySelector(".banner-video"));
    if (document.readyState === "complete") start();
    else addEventListener("load", start);
  });
})();
