import { Secret, TOTP } from "otpauth";

/** The code an authenticator app shows for this secret at a time. */
export const authenticatorCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: at.getTime() });
