import { tokenize, tokenTypes } from "css-tree";

/** The duration of a style sheet's animations in seconds with delays and repetitions, and whether one is endless. */
export type Motion = { seconds: number; isEndless: boolean };

/** One animation of a comma-separated list: its times in seconds in order, and its repetitions. */
type Animation = { times: number[]; runs: number | null; isEndless: boolean };
const nothing = (): Animation => ({ times: [], runs: null, isEndless: false });

const animationProperty = /^(?:-[a-z]+-)?(animation(?:-duration|-delay|-iteration-count)?)$/;

/** Reads the animations of a style sheet in one pass over its tokens, so that every input takes linear time. */
export function motionOf(css: string): Motion {
  const motion: Motion = { seconds: 0, isEndless: false };
  /** The longhand properties of the current block. */
  let longhands = new Map<string, Animation[]>();
  let property: string | null = null;
  let values: Animation[] | null = null;
  let isStart = true;
  let depth = 0;

  const add = ({ times: [duration = 0, delay = 0], runs, isEndless }: Animation): void => {
    if (duration <= 0) return;
    if (isEndless) motion.isEndless = true;
    else motion.seconds = Math.max(motion.seconds, delay + duration * (runs ?? 1));
  };
  const endDeclaration = (): void => {
    if (values && property === "animation") for (const one of values) add(one);
    else if (values && property !== null) longhands.set(property, values);
    property = values = null;
    isStart = true;
    depth = 0;
  };
  const endBlock = (): void => {
    const delays = longhands.get("animation-delay") ?? [];
    const counts = longhands.get("animation-iteration-count") ?? [];
    for (const [index, { times }] of (longhands.get("animation-duration") ?? []).entries()) {
      const delay = delays[index % delays.length]?.times[0] ?? 0;
      const count = counts[index % counts.length] ?? nothing();
      add({ ...count, times: [times[0] ?? 0, delay] });
    }
    if (longhands.size > 0) longhands = new Map();
  };

  tokenize(css, (type, start, end) => {
    if (type === tokenTypes.WhiteSpace || type === tokenTypes.Comment) return;
    if (type === tokenTypes.Semicolon) return endDeclaration();
    if (type === tokenTypes.RightCurlyBracket || type === tokenTypes.LeftCurlyBracket) {
      // The text before an opening bracket was a selector, whatever it looked like.
      if (type === tokenTypes.LeftCurlyBracket) values = null;
      endDeclaration();
      return endBlock();
    }
    if (values) {
      if (type === tokenTypes.Function || type === tokenTypes.LeftParenthesis) depth += 1;
      else if (type === tokenTypes.RightParenthesis) depth -= 1;
      else if (depth <= 0) readValue(values, type, css.slice(start, end));
    } else if (property !== null && type === tokenTypes.Colon) values = [nothing()];
    else property = isStart && type === tokenTypes.Ident ? animationName(css.slice(start, end)) : null;
    isStart = false;
  });
  endDeclaration();
  endBlock();
  return motion;
}

const animationName = (text: string): string | null => animationProperty.exec(text.toLowerCase())?.[1] ?? null;

function readValue(values: Animation[], type: number, text: string): void {
  if (type === tokenTypes.Comma) {
    values.push(nothing());
    return;
  }
  const last = values.at(-1);
  if (!last) return;
  if (type === tokenTypes.Dimension) {
    const amount = Number.parseFloat(text);
    if (text.toLowerCase().endsWith("ms")) last.times.push(amount / 1000);
    else if (text.toLowerCase().endsWith("s")) last.times.push(amount);
  } else if (type === tokenTypes.Number) last.runs ??= Number.parseFloat(text);
  else if (type === tokenTypes.Ident && text.toLowerCase() === "infinite") last.isEndless = true;
}
