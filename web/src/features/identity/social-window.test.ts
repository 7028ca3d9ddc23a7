import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askProvider } from "./social-window.ts";

const origin = "https://ads.example";
const opened = { closed: false, close: vi.fn() };
let messages: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  opened.closed = false;
  messages = new EventTarget();
  vi.stubGlobal("window", {
    open: () => opened,
    screen: { width: 1280, height: 800 },
    location: { origin },
    addEventListener: messages.addEventListener.bind(messages),
    removeEventListener: messages.removeEventListener.bind(messages),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = { type: "litfass:social", provider: "google", id_token: "token" };
const post = (more: object = {}): boolean =>
  messages.dispatchEvent(Object.assign(new Event("message"), { origin, source: opened, data: answer, ...more }));

test("resolves with the answer of the window, and closes it", async () => {
  const asked = askProvider("google");
  post();
  expect(await asked).toEqual(answer);
  expect(opened.close).toHaveBeenCalled();
});

test("an answer that arrives after the window has closed counts", async () => {
  const asked = askProvider("google");
  opened.closed = true;
  vi.advanceTimersByTime(600);
  post();
  expect(await asked).toEqual(answer);
});

test("a window that closes without an answer resolves to null; messages of others are ignored", async () => {
  const asked = askProvider("google");
  post({ origin: "https://other.example" });
  post({ source: null });
  post({ data: { ...answer, provider: "facebook" } });
  opened.closed = true;
  vi.advanceTimersByTime(1_100);
  expect(await asked).toBeNull();
});
