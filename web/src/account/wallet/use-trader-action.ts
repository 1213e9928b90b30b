/**
 * A request that changes the trader's account. It is not repeated while it is in flight, and can be repeated if its answer
 * was lost. All account data reloads after it.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isUnanswered } from "../../api/client.ts";
import type { Trader } from "./session.tsx";
import { useSession } from "./session.tsx";

type TraderActionOptions<Input, Result> = {
  /** Called after a success, even if the requesting component is no longer shown. */
  readonly onDone?: (result: Result, input: Input) => void;
  /** Called after a failure. */
  readonly onFailed?: (error: Error, input: Input) => unknown;
  /** Names the subject of an input: requests about different subjects may be in flight together. */
  readonly aboutOf?: (input: Input) => string;
};

/**
 * Sends the trader's requests, which fail without a wallet. `again` repeats the request whose answer was lost; `undefined`
 * if no answer was lost.
 */
export function useTraderAction<Input, Result>(
  run: (trader: Trader, input: Input) => Promise<Result>,
  { onDone, onFailed, aboutOf = () => "" }: TraderActionOptions<Input, Result> = {},
) {
  const { trader } = useSession();
  const queries = useQueryClient();
  const [subjectsInFlight] = useState(() => new Set<string>());
  const reload = () => queries.invalidateQueries({ queryKey: ["own"] });
  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      if (trader === undefined) throw new Error("there is no wallet");
      return run(trader, input);
    },
    onSuccess: (result: Result, input: Input) => {
      onDone?.(result, input);
      return reload();
    },
    onError: (error, input) => {
      onFailed?.(error, input);
      // Outdated data may have caused the failure. The exchange may be unreachable, so nothing waits for the reload.
      void reload();
    },
    onSettled: (_result, _error, input) => void subjectsInFlight.delete(aboutOf(input)),
  });
  const mutate = (input: Input): void => {
    // A second click may come before the page shows that the first is in flight, or done.
    if (subjectsInFlight.has(aboutOf(input))) return;
    subjectsInFlight.add(aboutOf(input));
    mutation.mutate(input);
  };
  const again =
    mutation.isError && isUnanswered(mutation.error) ? () => mutate(mutation.variables) : undefined;
  return { ...mutation, mutate, again };
}
