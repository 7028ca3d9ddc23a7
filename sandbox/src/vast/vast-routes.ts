import type { FastifyInstance, FastifyRequest } from "fastify";
import { cdata, inlineAd, vast, wrapperAd } from "./vast-documents.ts";

type Call = { Params: { scenario: string }; Querystring: { host?: string; other?: string; level?: string } };

/** The ad server of an agency, whose VAST tag a campaign may have (README.md). */
export function vastRoutes(app: FastifyInstance): void {
  const spot = { seconds: 15 };
  app.put<{ Body: { seconds: number } }>("/vast/spot", async (request) => {
    spot.seconds = Number(request.body.seconds) || spot.seconds;
    return spot;
  });
  app.get<Call>("/vast/:scenario", async (request, reply) => {
    const document = answerOf(request, spot.seconds);
    return document === undefined ? reply.code(404).send("") : reply.type("application/xml").send(document);
  });
}

function answerOf({ params, query, host }: FastifyRequest<Call>, seconds: number): string | undefined {
  const named = query.host ?? host;
  const at = (path: string): string => `https://${named}/vast/${path}${path.includes("?") ? "&" : "?"}host=${named}`;
  const ad = (more: Partial<Parameters<typeof inlineAd>[0]> = {}) => inlineAd({ host: named, seconds, ...more });
  const level = Number(query.level ?? 0);
  const answers: Record<string, () => string> = {
    inline: () => vast(ad()),
    wrapper: () => vast(wrapperAd(named, at("inline?ord=[CACHEBUSTING]"))),
    deep: () => vast(wrapperAd(named, at(`deep?level=${level + 1}`))),
    loop: () => vast(wrapperAd(named, at("loop"))),
    "no-ad": () => vast(""),
    pod: () => vast(ad() + ad()),
    http: () => vast(ad({ scheme: "http" })),
    elsewhere: () => vast(ad({ pixelHost: query.other ?? "elsewhere.example" })),
    vpaid: () =>
      vast(
        ad({
          files:
            `<MediaFile delivery="progressive" type="application/javascript" width="640" height="360" apiFramework="VPAID">` +
            `${cdata(`https://${named}/unit.js`)}</MediaFile>`,
        }),
      ),
    broken: () => "<html><body>Service unavailable</body></html>",
  };
  return answers[params.scenario]?.();
}
