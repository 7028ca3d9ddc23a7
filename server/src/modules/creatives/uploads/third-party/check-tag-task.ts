import { hasClickMacro } from "@litfass/contract/creatives/third-party-macros";
import { hasMacroInPlace, networkOf } from "@litfass/contract/creatives/third-party-networks";
import { isHostIn } from "@litfass/contract/settings/third-party-hosts";
import { collectFindings, type FoundEntries } from "../banner-findings.ts";
import { tagAddresses } from "./tag-addresses.ts";

export type TagInput = { tag: string; allowed: readonly string[] };

/** Runs in a worker thread: what staff would report about a third-party tag. */
export default function checkTag({ tag, allowed }: TagInput): FoundEntries {
  const findings = collectFindings();
  const { hosts, insecure, relative, isEmpty, redirects } = tagAddresses(tag);
  if (isEmpty) findings.add("tag_empty");
  if (redirects) findings.add("tag_redirect");
  for (const host of hosts) if (!isHostIn(host, allowed)) findings.add("tag_host", host);
  for (const address of insecure) findings.add("tag_insecure", address);
  for (const address of relative) findings.add("tag_relative", address);
  if (!hasClickMacro(tag)) findings.add("tag_no_click");
  const network = networkOf(hosts);
  if (network?.clickPlace) findings.add("tag_network", `${network.name}: ${network.clickPlace}`);
  if (network?.clickPlace && hasClickMacro(tag) && !hasMacroInPlace(tag, network.clickPlace)) {
    findings.add("tag_click_place", `${network.name}: ${network.clickPlace}`);
  }
  // Its script loads the banner from these, which nobody sees in the tag.
  for (const host of network?.hosts ?? []) if (!isHostIn(host, allowed)) findings.add("tag_network_host", host);
  return findings.entries();
}
