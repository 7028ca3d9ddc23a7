import type { LastingKeys } from "@litfass/platform/security/lasting-keys";
import { type JsonRecord, list, record, text } from "../../kernel/coerce.ts";
import { memoizeByRef } from "../../kernel/memoize.ts";
import { keyedHash } from "../tokens/keyed-hash.ts";

export type VisitorKeys = {
  /** The pseudonym of this origin's own cookie ID. */
  ofOwn(id: string): string;
  /** The pseudonym of a bid request's visitor; "" without an identifier. */
  ofRequest(user: JsonRecord, device: JsonRecord, exchange: string): string;
};

const noAdvertisingId = /^[0-]*$/;

/** Pseudonyms are keyed hashes, so stored counts cannot be traced to an identifier without the key. */
export function visitorKeys({ visitor }: Pick<LastingKeys, "visitor">): VisitorKeys {
  const hashOf = keyedHash(visitor, 8);
  const pseudonym = (kind: string, id: string): string => hashOf(`${kind}:${id}`);
  const ofOwn = (id: string): string => pseudonym("own", id);
  // The same user object recurs on the next page.
  const ofBuyer = memoizeByRef((user: JsonRecord): string => {
    const id = text(user.buyeruid);
    return id === "" ? "" : ofOwn(id);
  });
  return {
    ofOwn,
    ofRequest(user, device, exchange) {
      const own = ofBuyer(user);
      if (own !== "") return own;
      const deviceId = text(device.ifa);
      if (deviceId !== "" && !noAdvertisingId.test(deviceId)) return pseudonym("ifa", deviceId.toLowerCase());
      for (const entry of list(user.eids ?? record(user.ext).eids, 20)) {
        const source = record(entry);
        const id = text(record(list(source.uids, 5)[0]).id);
        if (id !== "") return pseudonym(text(source.source), id);
      }
      const exchangeId = text(user.id);
      return exchangeId === "" ? "" : pseudonym(`exchange ${exchange}`, exchangeId);
    },
  };
}
