import { type Options, parse, type Token, tokenizer, tokTypes } from "acorn";

/** Facts about a script for a banner's checks. */
export type ScriptFacts = {
  /** Whether browsers can run it; otherwise only its readable part was scanned. */
  isReadable: boolean;
  /** It does more than setting and opening clickTag, so it may load files by URLs built at run time. */
  mayLoad: boolean;
  /** It leads to the landing page: by any spelling of clickTag, or the exit of an ad server's interface. */
  hasExit: boolean;
  /** String literals that are URLs of files on other servers. */
  externalFiles: string[];
  /** URLs that it opens in a new window. */
  fixedLinks: string[];
  /** URLs to which it navigates its own frame. */
  navigations: string[];
  /** Storage APIs, which are empty each time the banner is shown. */
  storage: string[];
  /** Browser APIs that banners cannot use. */
  blocked: string[];
  isEndless: boolean;
  /** The script with a clickTag that the ad server can set. */
  code: string;
};

type Seen = { text: string; isString: boolean; start: number; end: number };
type Edit = { start: number; end: number; text: string };

const options: Options = {
  ecmaVersion: "latest",
  sourceType: "script",
  allowReturnOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowAwaitOutsideFunction: true,
  allowHashBang: true,
};
const fileTypes = /\.(?:js|css|png|jpe?g|gif|webp|svg|woff2?|json|mp4)$/i;
/** Click tags, and the exits of Google's Enabler, MRAID, Sizmek, Flashtalking and Adform. */
const exits =
  /click_?tag\d?(?![a-z])|^(?:exit|exitOverride|exitQueryString|dynamicExit|delayedExit|clickthrough|getClickURL|applyClickTag)$/i;
const longestAddress = 2048;
const storages = new Set(["localStorage", "sessionStorage"]);
const closed = new Set(["indexedDB", "WebSocket", "serviceWorker", "geolocation"]);
const closedMembers = new Set(["top.location", "parent.document"]);
const windows = new Set(["window", "globalThis", "self"]);
/** Identifiers that only lead to the landing page. */
const harmless = new Set(["clickTag", "open", "addEventListener", "preventDefault", "event", ...windows]);

/**
 * Scans an untrusted script by its tokens. The parser tells divisions from regular expressions; if it fails, because
 * the script is broken or nested too deeply, only the tokens are read, in one pass without recursion.
 */
export function scanScript(code: string): ScriptFacts {
  const parsed = scan(code, (visit) => void parse(code, { ...options, onToken: visit }));
  if (parsed.isReadable) return parsed;
  const scanned = scan(code, (visit) => {
    for (const token of tokenizer(code, options)) visit(token);
  });
  return {
    ...scanned,
    isReadable: false,
    mayLoad: true,
    hasExit: scanned.hasExit || code.includes("clickTag"),
  };
}

function scan(code: string, read: (visit: (token: Token) => void) => void): ScriptFacts {
  const facts: ScriptFacts = {
    isReadable: true,
    mayLoad: false,
    hasExit: false,
    externalFiles: [],
    fixedLinks: [],
    navigations: [],
    storage: [],
    blocked: [],
    isEndless: false,
    code,
  };
  const edits: Edit[] = [];
  /** The last five tokens, newest first. */
  let last: Seen[] = [];
  try {
    read((token) => {
      const seen = seenOf(token, code);
      last = [seen, ...last.slice(0, 4)];
      if (seen.isString) readText(facts, last, edits);
      else readName(facts, last, edits, token.type === tokTypes.name);
    });
  } catch {
    facts.isReadable = false;
  }
  facts.code = edited(code, edits);
  return facts;
}

function seenOf(token: Token, code: string): Seen {
  const { type, start, end } = token;
  const value = (token as Token & { value?: unknown }).value;
  const isString = type === tokTypes.string || type === tokTypes.template;
  return { text: typeof value === "string" && isString ? value : code.slice(start, end), isString, start, end };
}

function readText(facts: ScriptFacts, last: Seen[], edits: Edit[]): void {
  const [{ text, start, end } = { text: "", start: 0, end: 0 }, one, two, three, four] = last;
  if (text.length > longestAddress) return;
  if (exits.test(text)) facts.hasExit = true;
  if (isExternalFile(text)) facts.externalFiles.push(text);
  if (/^https?:\/\//i.test(text)) {
    if (isWindowOpen(last)) facts.fixedLinks.push(text);
    else if (isNavigation(last)) facts.navigations.push(text);
  }
  if (one?.text === "=" && two?.text === "clickTag" && three?.text === "." && windows.has(four?.text ?? "")) {
    edits.push({ start, end, text: "window.clickTag" });
  }
}

function readName(facts: ScriptFacts, last: Seen[], edits: Edit[], isName: boolean): void {
  const [now, one, two, three] = last;
  const text = now?.text ?? "";
  if (isName) {
    if (exits.test(text) || (text === "open" && one?.text === "." && two?.text === "mraid")) facts.hasExit = true;
    if (!harmless.has(text)) facts.mayLoad = true;
    if (storages.has(text)) facts.storage.push(text);
    if (closed.has(text)) facts.blocked.push(text);
    const member = one?.text === "." ? `${two?.text}.${text}` : text;
    if (member === "document.cookie") facts.storage.push(member);
    if (closedMembers.has(member)) facts.blocked.push(member);
    if (text === "clickTag" && one && (one.text === "let" || one.text === "const")) {
      edits.push({ start: one.start, end: one.end, text: "var" });
    }
    if (text === "Infinity" && one?.text === ":" && two?.text === "iterations") facts.isEndless = true;
  } else if (text === "(" && isWindowOpen(last)) facts.hasExit = true;
  else if (text === "1" && one?.text === "-" && two?.text === ":" && three?.text === "repeat") facts.isEndless = true;
}

const memberBefore = ([two, three, four]: Seen[]): string | undefined =>
  three?.text === "." ? `${four?.text}.${two?.text}` : two?.text;

/** `window.open("`, or `window.open(` where the parenthesis is the newest token. */
function isWindowOpen([now, ...before]: Seen[]): boolean {
  const rest = now?.isString ? before.slice(1) : before;
  const parenthesis = now?.isString ? before[0] : now;
  return parenthesis?.text === "(" && memberBefore(rest) === "window.open";
}

/** `location = "`, `location.href = "`, `location.assign("` and `location.replace("`. */
function isNavigation([, one, ...rest]: Seen[]): boolean {
  const member = memberBefore(rest);
  if (one?.text === "=") return rest[0]?.text === "location" || member === "location.href";
  return one?.text === "(" && ["location.assign", "location.replace"].includes(member ?? "");
}

function isExternalFile(text: string): boolean {
  if (!/^(?:https?:)?\/\//i.test(text) || !URL.canParse(text, "https://banner.invalid")) return false;
  return fileTypes.test(new URL(text, "https://banner.invalid").pathname);
}

function edited(code: string, edits: Edit[]): string {
  const out: string[] = [];
  let copied = 0;
  for (const { start, end, text } of edits) {
    out.push(code.slice(copied, start), text);
    copied = end;
  }
  return out.join("") + code.slice(copied);
}
