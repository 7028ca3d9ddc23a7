import { isIP } from "node:net";
import type { MessageKey } from "@litfass/contract/kernel/messages";
import { isPrivateAddress } from "@litfass/platform/egress/private-address";

/** Top-level names that resolve only inside a network (RFC 6761, RFC 6762, RFC 8375, RFC 9476 and common practice). */
const localNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** The host of a link without `www.`; "" without a link. */
export const hostOf = (url: string | null): string =>
  url !== null && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";

/**
 * Why a link cannot be an ad's destination, null if it can: a user name can disguise the host, and visitors cannot
 * reach a host inside a network. The contract has checked that it is an http or https URL.
 */
export function destinationIssue(url: string): MessageKey | null {
  const { username, password, hostname } = new URL(url);
  if (username !== "" || password !== "") return "destination.user_info";
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  const isPrivate = isIP(host) ? isPrivateAddress(host) : localNames.test(host);
  return isPrivate ? "destination.private_host" : null;
}
