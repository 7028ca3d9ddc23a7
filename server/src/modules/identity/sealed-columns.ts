import type { SealedColumn } from "@litfass/platform/security/sealed-values-sql";
import { keyPurpose } from "./protocol/signing-keys.ts";
import { secretPurpose } from "./second-factor/check-second-factor.ts";

/** What the module stores encrypted. */
export const identitySealedColumns: readonly SealedColumn[] = [
  { table: "identity_keys", column: "sealed_private_key", key: ["kid"], purpose: keyPurpose },
  { table: "second_factors", column: "sealed_secret", key: ["uid"], purpose: secretPurpose },
];
