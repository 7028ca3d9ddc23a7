import { systemClock } from "@litfass/platform/clock";
import { createLog } from "@litfass/platform/log/log";
import { systemRandom } from "@litfass/platform/random";
import { createCustomToken } from "../../server/src/modules/identity/protocol/sign-in-with-custom-token.ts";
import { createSigningKeys } from "../../server/src/modules/identity/protocol/signing-keys.ts";
import type { IdentityService } from "../../server/src/modules/identity/service.ts";
import { builtInIssuer } from "../../server/src/modules/identity/service.ts";
import { readAppConfig } from "../../server/src/processes/config.ts";
import { openDatabase } from "./installation-stores.ts";

/** A custom token for `uid`, signed by a running installation, as an operator's backend would pass to its app. */
export async function customTokenOf(dataDir: string, publicUrl: string, uid: string): Promise<string> {
  const { db, close } = openDatabase(dataDir);
  try {
    const config = readAppConfig({ DATA_DIR: dataDir, PUBLIC_URL: publicUrl });
    const log = createLog({ level: "silent", process: "test" });
    const platform = { db, clock: systemClock, random: systemRandom, config, log };
    const service = { platform, keys: createSigningKeys(platform), issuer: builtInIssuer(publicUrl) };
    return await createCustomToken(service as IdentityService, uid);
  } finally {
    await close();
  }
}
