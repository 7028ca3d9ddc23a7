import { endpoints } from "virtual:endpoints";
import type { EndpointName, Endpoints } from "@litfass/contract/index";
import type { CallInput, CallOutput } from "@litfass/contract/kernel/endpoint";
import { currentLocale } from "../i18n/i18n.ts";
import { translate } from "../i18n/use-translation.ts";
import { createClient, type RequestInput } from "./client/api-client.ts";
import { loading } from "./client/loading.ts";
import { setUser } from "./session.ts";

type Part<Input, Name extends keyof Input> = Input[Name] extends undefined
  ? { [key in Name]?: undefined }
  : object extends Input[Name]
    ? { [key in Name]?: Input[Name] }
    : { [key in Name]: Input[Name] };

/** The arguments of a call: path parameters, query and body as declared in the contract, plus request options. */
export type CallArguments<Name extends EndpointName> = Part<CallInput<Endpoints[Name]>, "params"> &
  Part<CallInput<Endpoints[Name]>, "query"> &
  (Part<CallInput<Endpoints[Name]>, "body"> | { form: FormData }) &
  Omit<RequestInput, "params" | "query" | "body">;

/** The response body. */
export type CallResult<Name extends EndpointName> = CallOutput<Endpoints[Name]>;

export type Optional<Arguments> = object extends Arguments ? [input?: Arguments] : [input: Arguments];

const send = createClient({
  fetch: (...request) => fetch(...request),
  cookies: () => document.cookie,
  locale: currentLocale,
  loading,
  onSignedOut: () => setUser(null),
  onAccountState: setUser,
  unreachable: (reason) => translate("shell", `unreachable.${reason}`),
});

/** Calls an endpoint by its name: `await call("showCampaign", { params: { id } })`. Rejects with `ApiError`. */
export function call<Name extends EndpointName>(
  name: Name,
  ...[input]: Optional<CallArguments<Name>>
): Promise<CallResult<Name>> {
  const [method, path] = endpoints[name] ?? [];
  if (!method || !path) return Promise.reject(new Error(`No endpoint ${name}`));
  return send(method, path, input as RequestInput | undefined) as Promise<CallResult<Name>>;
}
