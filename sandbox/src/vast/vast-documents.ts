/** VAST documents as an agency's ad server writes them. */

export const cdata = (text: string): string => `<![CDATA[${text}]]>`;

export const vast = (ads: string): string => `<?xml version="1.0" encoding="UTF-8"?><VAST version="3.0">${ads}</VAST>`;

type Spot = { host: string; seconds: number; scheme?: string; pixelHost?: string; files?: string };

export const inlineAd = ({ host, seconds, scheme = "https", pixelHost = host, files }: Spot): string =>
  `<Ad id="spot"><InLine><AdSystem>Agency</AdSystem><AdTitle>Spot</AdTitle>` +
  `<Impression>${cdata(`https://${pixelHost}/i?ord=[CACHEBUSTING]`)}</Impression>` +
  `<Creatives><Creative><Linear><Duration>${clock(seconds)}</Duration>` +
  `<TrackingEvents><Tracking event="complete">${cdata(`https://${host}/complete`)}</Tracking></TrackingEvents>` +
  `<VideoClicks><ClickThrough>${cdata("https://www.shop.example/summer")}</ClickThrough></VideoClicks>` +
  `<MediaFiles>${files ?? mediaFiles(`${scheme}://${host}`, seconds)}</MediaFiles></Linear></Creative></Creatives></InLine></Ad>`;

export const wrapperAd = (host: string, next: string): string =>
  `<Ad id="wrapper"><Wrapper><AdSystem>Agency</AdSystem><VASTAdTagURI>${cdata(next)}</VASTAdTagURI>` +
  `<Impression>${cdata(`https://${host}/wrapper-i`)}</Impression><Creatives></Creatives></Wrapper></Ad>`;

const clock = (seconds: number): string =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;

/** Addresses of files carry a signature that differs in each answer. */
const mediaFiles = (origin: string, seconds: number): string =>
  [
    ["video/mp4", 640, 360, 800, "mp4"],
    ["video/mp4", 1280, 720, 2000, "mp4"],
    ["video/webm", 640, 360, 700, "webm"],
  ]
    .map(
      ([type, width, height, bitrate, extension]) =>
        `<MediaFile delivery="progressive" type="${type}" width="${width}" height="${height}" bitrate="${bitrate}">` +
        `${cdata(`${origin}/${seconds}s-${width}.${extension}?signature=${process.hrtime.bigint()}`)}</MediaFile>`,
    )
    .join("");
