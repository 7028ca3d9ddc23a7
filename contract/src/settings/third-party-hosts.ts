import { z } from "zod";
import { say } from "../kernel/validation.ts";
import { siteDomain } from "./ad-tag-sites.ts";

/** Every host is part of a header of each third-party tag that is served, and proxies limit headers. */
const maxHosts = 50;
const maxCharacters = 1_000;

/**
 * The hosts from which third-party tags and trackers may load, each with its subdomains. None: there are no such tags.
 */
export const thirdPartySchema = z.strictObject({
  hosts: z
    .array(siteDomain)
    .max(maxHosts)
    .refine((hosts) => new Set(hosts).size === hosts.length, say("settings.domain_twice"))
    .refine((hosts) => hosts.join("").length <= maxCharacters, say("settings.hosts_length"))
    .meta({ examples: [["doubleclick.net", "2mdn.net"]] }),
});
export type ThirdParty = z.output<typeof thirdPartySchema>;

/** Whether a host is one of these or a subdomain of one. */
export const isHostIn = (host: string, allowed: readonly string[]): boolean =>
  allowed.some((each) => host === each || host.endsWith(`.${each}`));
