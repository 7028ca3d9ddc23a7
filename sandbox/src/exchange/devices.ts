import type { SeededRandom } from "../seeded-random.ts";

export type DeviceKind = "computer" | "connected_tv" | "smartphone" | "tablet";

/** OpenRTB's device types. */
export const deviceTypes: Record<DeviceKind, number> = { computer: 2, connected_tv: 3, smartphone: 4, tablet: 5 };

export type Device = {
  kind: DeviceKind;
  make: string;
  model: string;
  os: string;
  osVersion: string;
  width: number;
  height: number;
  pixelRatio: number;
  browser: string;
  agent: string;
};

type Model = Omit<Device, "agent" | "browser"> & { weight: number; browsers: [browser: string, weight: number][] };

const chromeVersions = ["140.0.0.0", "141.0.0.0", "142.0.0.0"];
const firefoxVersions = ["143.0", "144.0", "145.0"];

const rows = `
computer|Microsoft|PC|Windows|10.0|1920|1080|1|36|chrome:50 edge:30 firefox:18 opera:2
computer|Apple|Mac|macOS|10.15.7|1728|1117|2|17|safari:48 chrome:42 firefox:10
computer|Generic|PC|Linux|x86_64|1920|1080|1|3|firefox:60 chrome:40
smartphone|Apple|iPhone|iOS|18.6|393|852|3|52|safari:84 chrome:13 edge:3
smartphone|Apple|iPhone|iOS|17.7|390|844|3|14|safari:90 chrome:10
smartphone|Samsung|SM-S921B|Android|15|384|832|3|26|chrome:58 samsung_internet:40 firefox:2
smartphone|Google|Pixel 9|Android|15|412|915|2.6|10|chrome:92 firefox:8
smartphone|Xiaomi|2312DRA50G|Android|14|393|873|2.8|9|chrome:94 opera:6
tablet|Apple|iPad|iOS|18.6|820|1180|2|9|safari:88 chrome:12
tablet|Samsung|SM-X710|Android|14|800|1280|2|5|chrome:64 samsung_internet:36
connected_tv|Samsung|QE55Q80|Tizen|7.0|1920|1080|1|6|other:100
connected_tv|LG|OLED55C3|webOS|8.0|1920|1080|1|4|other:100
connected_tv|Apple|AppleTV|tvOS|18.1|1920|1080|1|3|other:100`;

const models: Model[] = rows
  .trim()
  .split("\n")
  .map((row) => {
    const [kind = "", make = "", model = "", os = "", osVersion = "", ...rest] = row.split("|");
    const [width = 0, height = 0, pixelRatio = 1, weight = 1] = rest.map(Number);
    const browsers = (rest[4] ?? "").split(" ").map((entry): [string, number] => {
      const [browser = "", share = ""] = entry.split(":");
      return [browser, Number(share)];
    });
    return { kind: kind as DeviceKind, make, model, os, osVersion, width, height, pixelRatio, weight, browsers };
  });

const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";

/** The platform part of a user agent. Browsers freeze it: every Android is "10; K", every Mac "10_15_7". */
function platformOf({ kind, model, os, osVersion }: Model, browser: string): string {
  const version = osVersion.replaceAll(".", "_");
  if (os === "iOS") {
    return kind === "tablet"
      ? `iPad; CPU OS ${version} like Mac OS X`
      : `iPhone; CPU iPhone OS ${version} like Mac OS X`;
  }
  if (os === "Android") return browser === "samsung_internet" ? `Linux; Android 10; ${model}` : "Linux; Android 10; K";
  if (os === "macOS") return "Macintosh; Intel Mac OS X 10_15_7";
  if (os === "Windows") return "Windows NT 10.0; Win64; x64";
  return "X11; Linux x86_64";
}

const televisionAgents: Record<string, string> = {
  Tizen: `Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) ${blink} 94.0.4606.31/7.0 TV Safari/537.36`,
  webOS: `Mozilla/5.0 (Web0S; Linux/SmartTV) ${blink} Chrome/94.0.4606.128 Safari/537.36 webOS.TV-2024`,
  tvOS: "AppleCoreMedia/1.0.0.22J357 (Apple TV; U; CPU OS 18_1 like Mac OS X; de_de)",
};

function iosAgent(model: Model, browser: string, chrome: string): string {
  const start = `Mozilla/5.0 (${platformOf(model, browser)}) ${webKit}`;
  if (browser === "chrome")
    return `${start} CriOS/${chrome.replace(".0.0.0", ".0.7390.96")} Mobile/15E148 Safari/604.1`;
  if (browser === "edge") return `${start} Version/18.0 EdgiOS/141.0.3537.85 Mobile/15E148 Safari/604.1`;
  return `${start} Version/${model.osVersion} Mobile/15E148 Safari/604.1`;
}

function agentOf(model: Model, browser: string, random: SeededRandom): string {
  const chrome = random.pick(chromeVersions);
  const firefox = random.pick(firefoxVersions);
  if (model.kind === "connected_tv") return televisionAgents[model.os] ?? "";
  if (model.os === "iOS") return iosAgent(model, browser, chrome);
  const platform = platformOf(model, browser);
  const mobile = model.kind === "smartphone" ? " Mobile" : "";
  if (browser === "firefox") {
    const where = model.os === "Android" ? "Android 15; Mobile" : platform.replace("10_15_7", "10.15");
    const engine = model.os === "Android" ? `Gecko/${firefox}` : "Gecko/20100101";
    return `Mozilla/5.0 (${where}; rv:${firefox}) ${engine} Firefox/${firefox}`;
  }
  if (browser === "safari") return `Mozilla/5.0 (${platform}) ${webKit} Version/18.6 Safari/605.1.15`;
  if (browser === "samsung_internet") {
    return `Mozilla/5.0 (${platform}) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0${mobile} Safari/537.36`;
  }
  const start = `Mozilla/5.0 (${platform}) ${blink} Chrome/${chrome}${mobile} Safari/537.36`;
  if (browser === "edge") return `${start} Edg/${chrome}`;
  return browser === "opera" ? `${start} OPR/123.0.0.0` : start;
}

/** A device with a realistic user agent. */
export function deviceOf(random: SeededRandom): Device {
  const model = random.weighted(models, ({ weight }) => weight);
  const [browser] = random.weighted(model.browsers, ([, weight]) => weight);
  const { weight: _weight, browsers: _browsers, ...device } = model;
  return { ...device, browser, agent: agentOf(model, browser, random) };
}
