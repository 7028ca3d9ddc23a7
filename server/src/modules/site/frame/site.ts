import type { Language } from "@litfass/contract/kernel/language";
import type { Clock } from "@litfass/platform/clock";
import type { Config } from "@litfass/platform/config/config";
import type { LiveSettings } from "@litfass/platform/settings/follow-settings";
import type { FastifyRequest } from "fastify";
import type { SharePictures } from "./share-picture.ts";
import type { SiteFiles } from "./site-files.ts";

/** What every public page is rendered with. */
export type Site = {
  config: Config;
  settings: Pick<LiveSettings, "current">;
  clock: Clock;
  files: SiteFiles;
  sharePictures: SharePictures;
};

/** A visit of a public page. */
export type Visit = { language: Language; isSignedIn: boolean; request: FastifyRequest };

/** The address of a page in a language: `/de`, `/de/agency`. */
export const pathIn = (language: Language, path: string): string => `/${language}${path === "/" ? "" : path}`;
