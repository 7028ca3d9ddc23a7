import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
    "Edge",
    "Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome",
    "Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox", "Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  ["curl/8.9", null, null],
])("%s", (agent, browser, system) => {
  expect(deviceOf({ headers: { "user-agent": agent }, ip: "192.0.2.77" })).toEqual({
    browser,
    system,
    network: "192.0.2.x",
  });
});

test.each([
  ["203.0.113.9", "203.0.113.x"],
  ["2001:DB8:7:1:2:3:4:5", "2001:db8:7::"],
  ["", null],
])("stores only the network of the address %s", (ip, network) => {
  expect(deviceOf({ headers: {}, ip }).network).toBe(network);
});
