const robots = /(?<!cu)bot\b|crawl|spider|slurp|headless|phantomjs|selenium|puppeteer|playwright/i;
const tools = /\b(?:curl|wget|python|libwww|axios|node-fetch|scrapy|go-http-client|java)\b/i;

/**
 * Whether an agent declares to be a robot or a tool. In apps only these are robots: apps, radios and players name
 * themselves as libraries do ("okhttp/4.9.0", "TuneIn Radio/30"), which in a browser's place would be robots.
 */
export const isDeclaredRobot = (agent: string): boolean => robots.test(agent) || tools.test(agent);
