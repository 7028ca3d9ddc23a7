import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from "node:crypto";
import { unseal } from "@litfass/platform/security/sealing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { createIdentityService, type IdentityService } from "../service.ts";
import { accounts, signingKeys } from "../tables.ts";
import { createCustomToken } from "./sign-in-with-custom-token.ts";
import { keyPurpose } from "./signing-keys.ts";

type Json = Record<string, unknown>;

let stack: Stack;
let service: IdentityService;
let visitor: TestClient;
let good: string;
let header: Json;
let claims: Json;
let ownKey: KeyObject;
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
const edwards = generateKeyPairSync("ed25519");

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string | undefined): Json => JSON.parse(Buffer.from(part ?? "", "base64url").toString());

beforeAll(async () => {
  stack = await startStack();
  service = createIdentityService(stack.platform);
  visitor = stack.visitor();
  await service.keys.current();
  const [row] = await stack.platform.db.select().from(signingKeys);
  const secret = stack.platform.config.secrets.signing;
  ownKey = createPrivateKey(unseal(row?.sealedPrivateKey ?? "", secret, keyPurpose) ?? "");
  good = (await signUpPerson(stack, "victim@example.com")).idToken;
  const [head, body] = good.split(".");
  header = decode(head);
  claims = decode(body);
});
afterAll(() => stack.close());

/** Signs with our own key, as only a leaked key or an issuer bug could. */
async function ours(changes: Json, headerChanges: Json = {}, digest = "sha256"): Promise<string> {
  return signed(ownKey, { ...claims, ...changes }, { ...header, ...headerChanges }, digest);
}

function signed(key: KeyObject, body: Json, head: Json, digest: string | null = "sha256"): string {
  const input = `${encode(withoutUndefined(head))}.${encode(withoutUndefined(body))}`;
  const options = key.asymmetricKeyType === "ec" ? { key, dsaEncoding: "ieee-p1363" as const } : key;
  return `${input}.${signBytes(digest, Buffer.from(input), options).toString("base64url")}`;
}

const withoutUndefined = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));

const byStranger = (changes: Json = {}, headerChanges: Json = {}): string =>
  signed(stranger.privateKey, { ...claims, ...changes }, { ...header, ...headerChanges });

const hmac = (secret: string | Buffer, head: Json = {}, algorithm = "sha256"): string => {
  const input = `${encode({ ...header, alg: "HS256", ...head })}.${encode(claims)}`;
  return `${input}.${createHmac(algorithm, secret).update(input).digest("base64url")}`;
};

const publicPem = async (type: "spki" | "pkcs1"): Promise<string> => {
  const [jwk] = (await service.keys.publicSet()).keys;
  return String(createPublicKey({ key: jwk as never, format: "jwk" }).export({ type, format: "pem" }));
};

const parts = (): [string, string, string] => good.split(".") as [string, string, string];
const seconds = (): number => Math.floor(stack.clock.now().getTime() / 1000);

/** Each way to forge, modify or reuse a token. */
const forgeries: [string, () => string | Promise<string>][] = [
  // Not a token at all
  ["an empty text", () => " "],
  ["a word", () => "garbage"],
  ["null as a text", () => "null"],
  ["a JSON object", () => JSON.stringify(claims)],
  ["one part", () => parts()[0]],
  ["two parts", () => `${parts()[0]}.${parts()[1]}`],
  ["four parts", () => `${good}.x`],
  ["five parts, as encrypted ones have", () => `${good}.x.y`],
  ["three empty parts", () => ".."],
  ["a header that is not JSON", () => `!!!.${parts()[1]}.${parts()[2]}`],
  ["a header that is a list", () => `${encode([])}.${parts()[1]}.${parts()[2]}`],
  ["a header that is null", () => `${encode(null)}.${parts()[1]}.${parts()[2]}`],
  ["a body that is not JSON", () => `${parts()[0]}.!!!.${parts()[2]}`],
  ["a token of 9000 characters", () => `${good}${"A".repeat(9000)}`],
  ["blanks inside", () => good.replace(".", ". ")],
  ["a bearer prefix", () => `Bearer ${good}`],
  // Without a signature
  ["algorithm none without a signature", () => `${encode({ ...header, alg: "none" })}.${parts()[1]}.`],
  ["algorithm None", () => `${encode({ ...header, alg: "None" })}.${parts()[1]}.`],
  ["algorithm NONE with the old signature", () => `${encode({ ...header, alg: "NONE" })}.${parts()[1]}.${parts()[2]}`],
  ["algorithm none, no key id, as emulators sign", () => `${encode({ alg: "none", typ: "JWT" })}.${parts()[1]}.`],
  ["no algorithm", () => `${encode({ typ: "JWT", kid: header.kid })}.${parts()[1]}.${parts()[2]}`],
  ["an empty algorithm", () => `${encode({ ...header, alg: "" })}.${parts()[1]}.${parts()[2]}`],
  ["the signature left out", () => `${parts()[0]}.${parts()[1]}.`],
  // A wrong signature
  ["the signature cut", () => good.slice(0, -4)],
  [
    "the signature with another first letter",
    () => `${parts()[0]}.${parts()[1]}.${parts()[2].startsWith("A") ? "B" : "A"}${parts()[2].slice(1)}`,
  ],
  [
    "the signature of another token",
    async () => `${parts()[0]}.${parts()[1]}.${(await ours({ sub: "x" })).split(".")[2]}`,
  ],
  ["zeros as signature", () => `${parts()[0]}.${parts()[1]}.${Buffer.alloc(256).toString("base64url")}`],
  ["the body replaced", () => `${parts()[0]}.${encode({ ...claims, sub: "someone-else" })}.${parts()[2]}`],
  ["the e-mail replaced", () => `${parts()[0]}.${encode({ ...claims, email: "admin@example.com" })}.${parts()[2]}`],
  [
    "the address marked as verified",
    () => `${parts()[0]}.${encode({ ...claims, email_verified: true })}.${parts()[2]}`,
  ],
  ["the expiry moved", () => `${parts()[0]}.${encode({ ...claims, exp: seconds() + 99_999 })}.${parts()[2]}`],
  ["the header replaced", () => `${encode({ ...header, typ: "at+jwt" })}.${parts()[1]}.${parts()[2]}`],
  // Another key
  ["a stranger's key under our key id", () => byStranger()],
  ["a stranger's key under an unknown key id", () => byStranger({}, { kid: "unknown" })],
  ["a stranger's key without a key id", () => byStranger({}, { kid: undefined })],
  ["a stranger's key under an empty key id", () => byStranger({}, { kid: "" })],
  ["a stranger's key in the header", () => byStranger({}, { jwk: stranger.publicKey.export({ format: "jwk" }) })],
  ["a stranger's key set by address", () => byStranger({}, { jku: "https://evil.example/jwks.json" })],
  ["a stranger's certificate by address", () => byStranger({}, { x5u: "https://evil.example/cert.pem" })],
  ["a key id that leads out of a folder", () => byStranger({}, { kid: "../../../../dev/null" })],
  ["a key id with SQL", () => byStranger({}, { kid: "' OR 1=1 --" })],
  ["a key id that is a number", () => byStranger({}, { kid: 1 })],
  ["a key id that is a list", () => byStranger({}, { kid: [header.kid] })],
  // Another algorithm
  ["HMAC with our public key (SPKI)", async () => hmac(await publicPem("spki"))],
  ["HMAC with our public key (PKCS #1)", async () => hmac(await publicPem("pkcs1"))],
  ["HMAC with the key id", () => hmac(String(header.kid))],
  ["HMAC with an empty key", () => hmac("")],
  ["HMAC SHA-512 with our public key", async () => hmac(await publicPem("spki"), { alg: "HS512" }, "sha512")],
  ["our own key with RS512", () => ours({}, { alg: "RS512" }, "sha512")],
  ["our own key named PS256", () => ours({}, { alg: "PS256" })],
  ["our own key, header says RS384", () => ours({}, { alg: "RS384" }, "sha384")],
  ["an elliptic curve key", () => signed(curve.privateKey, claims, { ...header, alg: "ES256" })],
  ["an Ed25519 key", () => signed(edwards.privateKey, claims, { ...header, alg: "EdDSA" }, null)],
  ["lower case rs256", () => ours({}, { alg: "rs256" })],
  // A header that asks for more
  ["an unknown critical header", () => ours({}, { crit: ["x"], x: 1 })],
  ["an unencoded payload", () => ours({}, { b64: false, crit: ["b64"] })],
  // Another issuer or audience
  ["Google's issuer", () => ours({ iss: "https://securetoken.google.com/litfass" })],
  ["another installation's issuer", () => ours({ iss: "https://ads.example/securetoken.googleapis.com/litfass" })],
  ["our issuer with a slash", () => ours({ iss: `${claims.iss}/` })],
  ["a list of issuers", () => ours({ iss: [claims.iss, "x"] })],
  ["no issuer", () => ours({ iss: undefined })],
  ["another audience", () => ours({ aud: "another-project" })],
  ["a list of audiences with ours", () => ours({ aud: ["litfass", "another-project"] })],
  ["a list with only our audience", () => ours({ aud: ["litfass"] })],
  ["no audience", () => ours({ aud: undefined })],
  ["the audience of custom tokens", () => createCustomToken(service, String(claims.sub))],
  // Another person
  ["no subject", () => ours({ sub: undefined })],
  ["an empty subject", () => ours({ sub: "" })],
  ["a subject that is a number", () => ours({ sub: 7 })],
  ["a subject of 200 characters", () => ours({ sub: "x".repeat(200) })],
  ["a subject that is nobody", () => ours({ sub: "nobody-at-all", user_id: "nobody-at-all" })],
  // Another time
  ["expired a second ago", () => ours({ exp: seconds() - 1 })],
  ["expired a year ago", () => ours({ exp: seconds() - 31_536_000 })],
  ["no expiry", () => ours({ exp: undefined })],
  ["an expiry that is a text", () => ours({ exp: String(seconds() + 3600) })],
  ["issued in an hour", () => ours({ iat: seconds() + 3600 })],
  ["no time of issue", () => ours({ iat: undefined })],
  ["signed in tomorrow", () => ours({ auth_time: seconds() + 86_400 })],
  ["no time of sign-in", () => ours({ auth_time: undefined })],
  ["not valid before tomorrow", () => ours({ nbf: seconds() + 86_400 })],
  // An earlier generation
  ["no generation", () => ours({ firebase: { sign_in_provider: "password" } })],
  ["a later generation", () => ours({ firebase: { sign_in_provider: "password", generation: 99 } })],
  ["an e-mail that is an object", () => ours({ email: { $ne: null } })],
];

test("the token on which the forgeries are based is valid", async () => {
  expect((await visitor.post("/login", { fb_token: good })).status).toBe(200);
  expect((await visitor.post("/login", { fb_token: await ours({}) })).status).toBe(200);
});

test(`the table has at least 60 kinds of forged or stale tokens (${forgeries.length})`, () => {
  expect(forgeries.length).toBeGreaterThanOrEqual(60);
  expect(new Set(forgeries.map(([name]) => name)).size).toBe(forgeries.length);
});

test.each(forgeries)("[API-USER-007] login and lookup reject %s", async (_name, forge) => {
  const token = await forge();
  const login = await visitor.post("/login", { fb_token: token });
  expect(login.status === 401 || (login.status === 422 && token.length > 8192)).toBe(true);
  expect(String(login.headers["set-cookie"] ?? "")).not.toContain("litfass_session");
  const lookup = await callIdentity(stack, "lookup", { idToken: token });
  expect(lookup.status).toBe(400);
});

test.each([
  "token of a deleted identity",
  "token of a disabled identity",
  "token from before a password reset",
  "anonymous token",
])("login rejects a stale token: %s", async (kind) => {
  const email = `${kind.replaceAll(" ", "-")}@example.com`;
  let { idToken } = await signUpPerson(stack, email);
  if (kind.includes("deleted")) await callIdentity(stack, "delete", { idToken });
  if (kind.includes("disabled"))
    await stack.platform.db.update(accounts).set({ disabled: true }).where(eq(accounts.email, email));
  if (kind.includes("reset")) {
    await callIdentity(stack, "sendOobCode", { requestType: "PASSWORD_RESET", email });
    const oobCode = linkInMail(stack, email).searchParams.get("token");
    await callIdentity(stack, "resetPassword", { oobCode, newPassword: "another-secret" });
  }
  if (kind.includes("anonymous"))
    idToken = (await callIdentity(stack, "signUp", { returnSecureToken: true })).body.idToken;
  expect((await visitor.post("/login", { fb_token: idToken })).status).toBe(kind.includes("disabled") ? 403 : 401);
});
