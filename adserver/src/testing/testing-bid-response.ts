import { Ajv } from "ajv";

const text = { type: "string", minLength: 1 } as const;
const texts = { type: "array", items: text } as const;
const address = { type: "string", pattern: "^https?://[^\\s]+$" } as const;
const whole = { type: "integer", minimum: 0 } as const;
const ext = { type: "object" } as const;

/** A bid according to OpenRTB 2.6, section 4.2.3; unknown fields are errors. */
const bid = {
  type: "object",
  required: ["id", "impid", "price"],
  additionalProperties: false,
  properties: {
    id: text,
    impid: { type: "string" },
    price: { type: "number", exclusiveMinimum: 0 },
    nurl: address,
    burl: address,
    lurl: address,
    adm: text,
    adid: text,
    adomain: texts,
    bundle: text,
    iurl: address,
    cid: text,
    crid: text,
    tactic: text,
    cattax: whole,
    cat: texts,
    attr: { type: "array", items: whole },
    apis: { type: "array", items: whole },
    protocol: whole,
    qagmediarating: whole,
    language: { type: "string", pattern: "^[a-z]{2}$" },
    langb: text,
    dealid: text,
    w: whole,
    h: whole,
    wratio: whole,
    hratio: whole,
    exp: whole,
    dur: whole,
    mtype: { enum: [1, 2, 3, 4] },
    slotinpod: { enum: [-1, 0, 1, 2] },
    ext,
  },
} as const;

/** A response according to OpenRTB 2.6, sections 4.2.1 and 4.2.2. */
const bidResponse = {
  type: "object",
  required: ["id"],
  additionalProperties: false,
  properties: {
    id: { type: "string" },
    bidid: text,
    cur: { type: "string", pattern: "^[A-Z]{3}$" },
    customdata: text,
    nbr: whole,
    ext,
    seatbid: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["bid"],
        additionalProperties: false,
        properties: { bid: { type: "array", minItems: 1, items: bid }, seat: text, group: { enum: [0, 1] }, ext },
      },
    },
  },
} as const;

/** Validates a response to a bid request against OpenRTB 2.6; `errors` lists violations. */
export const isBidResponse = new Ajv({ allErrors: true }).compile(bidResponse);
