import { Ajv } from "ajv";

const text = { type: "string", minLength: 1 } as const;
const texts = { type: "array", items: text } as const;
const numbers = { type: "array", items: { type: "integer", minimum: 0 } } as const;
const whole = { type: "integer", minimum: 0 } as const;
const flag = { enum: [0, 1] } as const;
const ext = { type: "object" } as const;
/** An object with only standard fields. */
const closed = (properties: Record<string, object>, required: string[] = []) =>
  ({ type: "object", additionalProperties: false, required, properties }) as const;

const banner = closed({
  format: { type: "array", minItems: 1, items: closed({ w: whole, h: whole }, ["w", "h"]) },
  w: whole,
  h: whole,
  btype: numbers,
  battr: numbers,
  pos: { enum: [0, 1, 3, 4, 5, 6, 7] },
  mimes: texts,
  topframe: flag,
  api: numbers,
});
const video = closed(
  {
    mimes: { ...texts, minItems: 1 },
    minduration: whole,
    maxduration: whole,
    startdelay: { type: "integer", minimum: -2 },
    protocols: numbers,
    w: whole,
    h: whole,
    plcmt: { enum: [1, 2, 3, 4] },
    linearity: { enum: [1, 2] },
    skip: flag,
    skipmin: whole,
    playbackmethod: numbers,
    pos: whole,
    api: numbers,
  },
  ["mimes"],
);
const audio = closed(
  {
    ...{ mimes: { ...texts, minItems: 1 }, minduration: whole, maxduration: whole, poddur: whole, podid: text },
    ...{
      protocols: numbers,
      startdelay: { type: "integer", minimum: -2 },
      rqddurs: numbers,
      battr: numbers,
      api: numbers,
    },
    ...{ minbitrate: whole, maxbitrate: whole, delivery: numbers, companiontype: numbers },
    companionad: { type: "array", items: closed({ w: whole, h: whole, id: text }) },
    ...{ feed: { enum: [1, 2, 3] }, stitched: flag, nvol: { enum: [0, 1, 2, 3, 4] } },
  },
  ["mimes"],
);
const native = closed({ request: text, ver: text, api: numbers, battr: numbers }, ["request"]);
const imp = closed(
  {
    id: text,
    metric: {
      type: "array",
      items: closed({ type: text, value: { type: "number", minimum: 0, maximum: 1 }, vendor: text }, ["type", "value"]),
    },
    banner,
    video,
    native,
    audio,
    instl: flag,
    tagid: text,
    bidfloor: { type: "number", minimum: 0 },
    bidfloorcur: { type: "string", pattern: "^[A-Z]{3}$" },
    secure: flag,
    exp: whole,
  },
  ["id"],
);
const publisher = closed({ id: text, name: text, domain: text });
const inventory = {
  id: text,
  name: text,
  domain: text,
  cattax: whole,
  cat: texts,
  pagecat: texts,
  sectioncat: texts,
  keywords: text,
  publisher,
  content: closed({ title: text, language: { type: "string", pattern: "^[a-z]{2}$" }, cattax: whole, cat: texts }),
  privacypolicy: flag,
};
const geo = closed({
  lat: { type: "number", minimum: -90, maximum: 90 },
  lon: { type: "number", minimum: -180, maximum: 180 },
  type: { enum: [1, 2, 3] },
  accuracy: whole,
  ipservice: whole,
  country: { type: "string", pattern: "^[A-Z]{3}$" },
  region: text,
  city: text,
  zip: text,
  utcoffset: { type: "integer" },
});
const device = closed({
  ua: text,
  devicetype: { enum: [1, 2, 3, 4, 5, 6, 7, 8] },
  ...Object.fromEntries(["make", "model", "os", "osv", "ip", "ifa"].map((name) => [name, text])),
  w: whole,
  h: whole,
  pxratio: { type: "number" },
  language: { type: "string", pattern: "^[a-z]{2}$" },
  js: flag,
  dnt: flag,
  lmt: flag,
  geo,
});
const segment = { type: "array", items: closed({ id: text, name: text, value: text }) };
const user = closed({
  id: text,
  yob: { type: "integer", minimum: 1900 },
  gender: { enum: ["M", "F", "O"] },
  consent: { type: "string" },
  data: { type: "array", items: closed({ id: text, name: text, segment, ext }) },
});
const node = closed({ asi: text, sid: text, hp: flag, name: text, domain: text, rid: text }, ["asi", "sid", "hp"]);

/** Validates a bid request against OpenRTB 2.6, section 3.2. */
export const isBidRequest = new Ajv({ allErrors: true, strictTypes: false }).compile({
  ...closed(
    {
      id: text,
      imp: { type: "array", minItems: 1, items: imp },
      site: closed({ ...inventory, page: text, ref: text, mobile: flag }),
      app: closed({ ...inventory, bundle: text, ver: text, storeurl: text }),
      device,
      user,
      at: { enum: [1, 2, 3] },
      tmax: { type: "integer", exclusiveMinimum: 0 },
      cur: { type: "array", minItems: 1, items: { type: "string", pattern: "^[A-Z]{3}$" } },
      wlang: texts,
      bcat: texts,
      badv: texts,
      source: closed({
        fd: flag,
        tid: text,
        schain: closed({ complete: flag, ver: text, nodes: { type: "array", items: node } }),
      }),
      regs: closed({ coppa: flag, gdpr: flag, gpp: text, gpp_sid: { type: "array", items: { type: "integer" } } }),
    },
    ["id", "imp"],
  ),
  oneOf: [{ required: ["site"] }, { required: ["app"] }],
});
