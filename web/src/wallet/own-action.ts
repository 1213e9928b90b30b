/** Something that changes what the trader has: carried out once at a time, and the trader's figures come anew after it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Trader } from "./session.tsx";
import { useSession } from "./session.tsx";

/** Does nothing without a wallet. */
export function useOwnAction<Asked, Done>(act: (trader: Trader, asked: Asked) => Promise<Done>) {
  const { trader } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (asked: Asked) => {
      if (trader === undefined) throw new Error("there is no wallet");
      return act(trader, asked);
    },
    // Also when it failed: it may be that what was shown was old.
    onSettled: () => queries.invalidateQueries({ queryKey: ["own"] }),
  });
}
