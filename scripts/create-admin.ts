import { firstAdminPath, signFirstAdmin } from "../server/src/modules/identity/index.ts";
import { readAppConfig } from "../server/src/processes/config.ts";

/** `npm run create-admin -- anna@example.com`: creates the first super_admin of the running installation. */
async function createAdmin(email: string | undefined): Promise<string> {
  if (!email) throw new Error("Give the e-mail address: npm run create-admin -- somebody@example.com");
  const config = readAppConfig(process.env);
  const body = JSON.stringify({ email, at: Date.now() });
  const headers = { "content-type": "application/json", "x-signature": signFirstAdmin(config.secrets.internal, body) };
  const url = `${config.internalUrl}${firstAdminPath}`;
  const answer = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) }).catch(() => {
    throw new Error(`Litfass does not answer at ${config.internalUrl}: start it first`);
  });
  if (answer.status === 409)
    throw new Error("There is a super_admin already; further ones are invited on the users' screen");
  if (answer.status === 422) throw new Error(`${email} cannot be used: no valid address, or taken`);
  if (answer.status === 401) throw new Error("DATA_DIR or INTERNAL_SECRET is not that of the running installation");
  if (!answer.ok) throw new Error(`Litfass answered ${answer.status}; its log says why`);
  return ((await answer.json()) as { link: string }).link;
}

try {
  const link = await createAdmin(process.argv[2]);
  console.log(`The super_admin chooses a password within seven days at\n${link}`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
