import { Secret, TOTP } from "otpauth";

/** What an authenticator app with this secret shows at a moment. */
export const authenticatorCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: at.getTime() });
