/** A request that changes the trader's account. Only one runs at a time, and all figures reload after it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Trader } from "./session.tsx";
import { useSession } from "./session.tsx";

/** Fails if there is no wallet. `onDone` hears of a success, even if what asked for it is no longer shown. */
export function useTraderAction<Input, Result>(
  run: (trader: Trader, input: Input) => Promise<Result>,
  onDone?: (result: Result, input: Input) => void,
) {
  const { trader } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      if (trader === undefined) throw new Error("there is no wallet");
      return run(trader, input);
    },
    onSuccess: (result: Result, input: Input) => onDone?.(result, input),
    // A failure may come from outdated figures, so they reload after it too.
    onSettled: () => queries.invalidateQueries({ queryKey: ["own"] }),
  });
}
