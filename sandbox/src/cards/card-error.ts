export type CardErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
};

/** An error response in Stripe's format. */
export class CardError extends Error {
  override name = "CardError";
  status: number;
  body: CardErrorBody;

  constructor(status: number, body: CardErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${docName(body.code)}` } : body;
  }
}

const docName = (code: string): string => code.replaceAll("_", "-");

export const invalidRequest = (message: string, param?: string, code?: string): CardError =>
  new CardError(400, {
    type: "invalid_request_error",
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  });

/** "No such customer: 'cus_1'", 404 if named by the URL, 400 if named by a parameter. */
export const missing = (kind: string, id: string, param = "id"): CardError =>
  new CardError(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param,
  });
