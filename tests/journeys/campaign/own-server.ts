import { exchangeSecrets } from "../../support/exchange-key.ts";
import { type Installation, newInstallation, type Run } from "../../support/installation.ts";

export type OwnServer = {
  url: string;
  adsUrl: string;
  sandboxUrl: string;
  /** Stops the whole installation like Ctrl-C and restarts it on the same data. */
  restart(): Promise<void>;
  end(): Promise<void>;
};

/** A fresh installation for one journey, which may restart it. */
export async function startOwnServer(): Promise<OwnServer> {
  const place: Installation = await newInstallation();
  let run: Run | null = null;
  const start = async (): Promise<void> => {
    // Without traffic until the journey starts it.
    run = place.start(undefined, { SANDBOX_SPEED: "0", ...exchangeSecrets });
    await run.ready();
  };
  const stop = async (): Promise<void> => {
    run?.child.kill("SIGTERM");
    await run?.ended();
    run = null;
  };
  const at = (port: string | undefined): string => `http://localhost:${port}`;
  const end = async (): Promise<void> => {
    await stop();
    place.remove();
  };
  await start().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return {
    url: at(place.env.PORT),
    adsUrl: at(place.env.DELIVERY_PORT),
    sandboxUrl: at(place.env.SANDBOX_PORT),
    async restart() {
      await stop();
      await start();
    },
    end,
  };
}
