/** The key in the tests' bid requests as the demo's exchange, and the setting that makes an installation require it. */
export const exchangeKey = "tests-exchange-key-0123456789";
export const exchangeSecrets = { EXCHANGE_SECRETS: `sandbox=${exchangeKey}` };
