import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import { hasClientScreen, hasFrame } from "@litfass/contract/site/client-paths";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../problem.ts";
import { sendProblem } from "./errors.ts";
import { themeScriptOf } from "./pages/theme-script.ts";
import { contentSecurityPolicy, withNonce } from "./security-headers.ts";
import { identify } from "./signed-in.ts";

const yearSeconds = 31_536_000;
/** Files of the build that no browser may request: source maps, and compressed copies by their own name. */
const hidden = /\.(html|map|br|gz)$/;

/** Answers a browser at an address that neither the server nor the app has. */
type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the built web app from `dist`. Server pages and files come first; a screen of the app opened by a browser gets
 * its shell (history mode). Other URLs are 404: with the app's own message for signed-in users, else with `notFoundPage`.
 * Without a build, no screen is served.
 */
export async function addWebApp(app: FastifyInstance, dist: string, notFoundPage: NotFoundPage): Promise<void> {
  const shell = readShell(dist);
  if (shell !== null) {
    const settings = { index: false, preCompressed: true, cacheControl: false } as const;
    // One route for all: a route for each of its hundreds of files would take half of the start of the app.
    await app.register(fastifyStatic, {
      ...settings,
      root: path.join(dist, "assets"),
      prefix: "/assets/",
      allowedPath: (file) => !hidden.test(file),
      // Their names carry a hash of their content.
      setHeaders: (response) => response.header("cache-control", `public, max-age=${yearSeconds}, immutable`),
    });
    await app.register(fastifyStatic, {
      ...settings,
      root: dist,
      wildcard: false,
      decorateReply: false,
      globIgnore: ["assets/**", "**/*.{html,map,br,gz}"],
      setHeaders: (response) => response.header("cache-control", "no-cache"),
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return sendProblem(request, reply, notFound());
    const isScreen = hasClientScreen(request.url.split("?", 1)[0] ?? "");
    if (shell !== null && isScreen) return sendShell(request, reply.code(200), shell);
    if (shell !== null && (await identify(app, request))) return sendShell(request, reply.code(404), shell);
    return notFoundPage(request, reply);
  });
}

/** The app's document with its script for light and dark in place, and what of it is inline. */
type Shell = { html: string; inlineScript: string | null; inlineStyle: string | undefined };

function readShell(dist: string): Shell | null {
  const file = path.join(dist, "index.html");
  if (!existsSync(file)) return null;
  const inlineScript = themeScriptOf(dist);
  const html = readFileSync(file, "utf8");
  const [, inlineStyle] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
  if (inlineScript === null) return { html, inlineScript, inlineStyle };
  // A function, because `$` in a replacement text has a meaning.
  return {
    html: html.replace('<script src="/theme.js"></script>', () => `<script>${inlineScript}</script>`),
    inlineScript,
    inlineStyle,
  };
}

function sendShell(request: FastifyRequest, reply: FastifyReply, { html, ...inline }: Shell): FastifyReply {
  const { cookies, platform } = request.server.services;
  const { config, random, settings } = platform;
  cookies.announce(request, reply);
  // The app loads its first texts before it has called the API, and its frame appears before its scripts have loaded.
  const frame =
    cookies.read(request) !== null && hasFrame(request.url.split("?", 1)[0] ?? "") ? ' data-frame="app"' : "";
  const languages = settings.current().languages.offered.join(" ");
  const page = html.replace("<html ", `<html data-languages="${languages}"${frame} `);
  reply.header("cache-control", "no-cache").type("text/html; charset=utf-8");
  const hasMaps = Boolean(config.providers.googleMapsKey);
  const mapsNonce = hasMaps ? random.bytes(18).toString("base64") : undefined;
  return reply
    .header("content-security-policy", contentSecurityPolicy(config, { mapsNonce, ...inline }))
    .send(mapsNonce === undefined ? page : withNonce(page, mapsNonce));
}

/** A browser navigation, as opposed to an API client, a script or an image. */
function wantsPage(request: FastifyRequest): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const path = request.url.split("?", 1)[0] ?? "";
  const isProgram = path.startsWith("/api/") || path.startsWith("/internal/") || /\.[a-z0-9]{2,5}$/i.test(path);
  return isRead && !isProgram && (request.headers.accept ?? "").includes("text/html");
}
