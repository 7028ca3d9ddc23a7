import type { MessageKey } from "@litfass/contract/kernel/messages";

/** Why a file cannot be imported. */
export class FileProblem extends Error {
  override name = "FileProblem";
  readonly key: MessageKey;
  readonly values: Record<string, string | number>;
  constructor(key: MessageKey, values: Record<string, string | number> = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}
