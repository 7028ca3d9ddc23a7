import { getDomain } from "tldts";

/** The registrable domain: `news.example.co.uk` gives `example.co.uk`. A host without one gives itself. */
export const rootDomain = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;
