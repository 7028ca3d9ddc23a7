import type { EndpointName } from "@litfass/contract/index";
import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type CallArguments, type CallResult, call, type Optional } from "./api.ts";
import { ApiError } from "./api-error.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    // Otherwise calls would be paused while offline and the skeleton would stay forever.
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
    mutations: { networkMode: "always", retry: false },
  },
});

type ReadOptions = {
  enabled?: boolean;
  /** Refetches every so many ms without moving the progress indicator. */
  everyMs?: number | false;
  /** Keeps the previous page visible until the next one has loaded. */
  keep?: boolean;
  staleMs?: number;
};

/** Reads an endpoint: `const { data, error, refetch } = useCall("listCampaigns", { query })`. Cancelled on unmount. */
export function useCall<Name extends EndpointName>(
  name: Name,
  input?: Optional<CallArguments<Name>>[0],
  options: ReadOptions = {},
): UseQueryResult<CallResult<Name>, Error> {
  const queryKey = [name, input ?? null];
  return useQuery({
    queryKey,
    queryFn: ({ signal, client }) => {
      // Only refreshes run in the background, not the first load.
      const quiet = Boolean(options.everyMs) && client.getQueryData(queryKey) !== undefined;
      return call(name, ...([{ ...input, signal, quiet }] as never)) as Promise<CallResult<Name>>;
    },
    enabled: options.enabled,
    refetchInterval: options.everyMs,
    staleTime: options.staleMs,
    ...(options.keep && { placeholderData: keepPreviousData }),
  }) as UseQueryResult<CallResult<Name>, Error>;
}

/** Reads once outside a component, from the cache if it is fresh or immutable. */
export const readCall = <Name extends EndpointName>(
  name: Name,
  input: CallArguments<Name>,
): Promise<CallResult<Name>> =>
  queryClient.fetchQuery({
    queryKey: [name, input],
    queryFn: () => call(name, ...([input] as never)),
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Runs a mutation: `const save = useChange("updateCampaign", ["listCampaigns"])`, then `save.mutateAsync({ params, body
 * })`. Afterwards all queries of the named endpoints are refetched.
 */
export function useChange<Name extends EndpointName>(name: Name, refresh: readonly EndpointName[] = []) {
  const client = useQueryClient();
  return useMutation<CallResult<Name>, Error, CallArguments<Name>>({
    mutationFn: (input) => call(name, ...([input] as never)),
    onSuccess: async () => {
      await Promise.all(refresh.map((each) => client.invalidateQueries({ queryKey: [each] })));
    },
  });
}
