import { endpoints } from "./index.ts";
import type { EndpointDefinition } from "./kernel/endpoint.ts";

const names = new Map<EndpointDefinition, string>(Object.entries(endpoints).map(([name, each]) => [each, name]));

/**
 * The `operationId` of an endpoint: the verb and noun under which the contract declares it. Generated clients name their
 * functions by it, so renaming an endpoint breaks them. Undefined for an endpoint that is not in the contract.
 */
export const operationIdOf = (endpoint: EndpointDefinition): string | undefined => names.get(endpoint);
