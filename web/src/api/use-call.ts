import type { EndpointName } from "@litfass/contract/index";
import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import i18next from "i18next";
import { type CallArguments, type CallResult, call, type Optional } from "./api.ts";
import { ApiError } from "./api-error.ts";

/** For so long the parts of a screen that appear one after the other share an answer. */
const sharedMs = 2_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    // Otherwise calls would be paused while offline and the skeleton would stay forever.
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: sharedMs,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
    mutations: { networkMode: "always", retry: false },
  },
});

// Many answers carry texts in the language of the call. The start of i18next announces its first language too.
let shownLanguage: string | undefined;
i18next.on("languageChanged", (language) => {
  if (shownLanguage !== undefined && shownLanguage !== language) void queryClient.invalidateQueries();
  shownLanguage = language;
});

type Interval = number | false;
type ReadOptions<Result> = {
  enabled?: boolean;
  /** Refetches every so many ms, which may depend on what was read, without moving the progress indicator. */
  everyMs?: Interval | ((data: Result | undefined) => Interval);
  /** Keeps the previous page visible until the next one has loaded. */
  keep?: boolean;
  staleMs?: number;
};

/** Reads an endpoint: `const { data, error, refetch } = useCall("listCampaigns", { query })`. Cancelled on unmount. */
export function useCall<Name extends EndpointName>(
  name: Name,
  input?: Optional<CallArguments<Name>>[0],
  options: ReadOptions<CallResult<Name>> = {},
): UseQueryResult<CallResult<Name>, Error> {
  const queryKey = [name, input ?? null];
  const { everyMs } = options;
  return useQuery({
    queryKey,
    queryFn: ({ signal, client }) => {
      // Only refreshes run in the background, not the first load.
      const quiet = Boolean(everyMs) && client.getQueryData(queryKey) !== undefined;
      return call(name, ...([{ ...input, signal, quiet }] as never)) as Promise<CallResult<Name>>;
    },
    enabled: options.enabled,
    refetchInterval: typeof everyMs === "function" ? ({ state }) => everyMs(state.data as never) : everyMs,
    // Not undefined, which would replace the default by 0.
    ...(options.staleMs !== undefined && { staleTime: options.staleMs }),
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
