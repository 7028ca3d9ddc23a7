/** What the tests' bid requests bring as the demo's exchange, and the setting that makes an installation expect it. */
export const exchangeKey = "tests-exchange-key-0123456789";
export const exchangeSecrets = { EXCHANGE_SECRETS: `sandbox=${exchangeKey}` };
