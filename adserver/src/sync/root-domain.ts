import { getDomain } from "tldts";

const registrableOf = (host: string): string | null => getDomain(host, { allowPrivateDomains: true });

/** Whether somebody can have registered this host or a domain above it: not a public suffix, an address or `localhost`. */
export const hasRegistrableDomain = (host: string): boolean => registrableOf(host) !== null;

/** The registrable domain: `news.example.co.uk` gives `example.co.uk`. A host without one gives itself. */
export const rootDomain = (host: string): string => registrableOf(host) ?? host;
