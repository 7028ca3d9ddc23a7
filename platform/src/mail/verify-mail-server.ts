/** Connects to the mail server and signs in, without sending. @throws if either fails or takes too long. */
export async function verifyMailServer(url: string, timeoutMs: number): Promise<void> {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url, dnsTimeout: timeoutMs, ...limits });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
