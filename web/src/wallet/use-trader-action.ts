/**
 * A request that changes the trader's account. It is not sent again while it is underway, and can be where its answer was
 * lost. All figures reload after it.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isUnanswered } from "../api/client.ts";
import type { Trader } from "./session.tsx";
import { useSession } from "./session.tsx";

type Terms<Input, Result> = {
  /** Hears of a success, even if what asked for it is no longer shown. */
  readonly onDone?: (result: Result, input: Input) => void;
  /** Hears of a failure. */
  readonly onFailed?: (error: Error, input: Input) => unknown;
  /** Names what an input is about: requests about different things may be underway at once. */
  readonly aboutOf?: (input: Input) => string;
};

/** Fails if there is no wallet. `again` sends the request whose answer was lost; it is `undefined` where there is none. */
export function useTraderAction<Input, Result>(
  run: (trader: Trader, input: Input) => Promise<Result>,
  { onDone, onFailed, aboutOf = () => "" }: Terms<Input, Result> = {},
) {
  const { trader } = useSession();
  const queries = useQueryClient();
  const [underway] = useState(() => new Set<string>());
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
      // A failure may come from outdated figures. The exchange may be away, so nothing waits for them.
      void reload();
    },
    onSettled: (_result, _error, input) => void underway.delete(aboutOf(input)),
  });
  const mutate = (input: Input): void => {
    // A second click may come before the page draws that the first is underway, or that it was done.
    if (underway.has(aboutOf(input))) return;
    underway.add(aboutOf(input));
    mutation.mutate(input);
  };
  const again =
    mutation.isError && isUnanswered(mutation.error) ? () => mutate(mutation.variables) : undefined;
  return { ...mutation, mutate, again };
}
