/** What an operator does: asked of the exchange, and then looked up in the audit log. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAsk } from "../operator-session.tsx";
import type { Given } from "../parts/given.ts";

/** What the exchange answered. */
export type Deed = {
  readonly words: string;
  /** That the audit log has it under. */
  readonly subject: string;
  /** Where to go on from here. */
  readonly next?: { readonly href: string; readonly label: string };
};

export type Done = Deed & {
  readonly reason: string;
  /** The last entry of the audit log before it. */
  readonly after: number;
};

export function useDeed(act: (given: Given) => Promise<Deed>) {
  const ask = useAsk();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given): Promise<Done> => {
      const { data } = await ask("GET /audit", { query: { limit: 1 } });
      const deed = await act(given);
      return { ...deed, reason: given("reason"), after: data[0]?.sequence ?? 0 };
    },
    // Also after a refusal: somebody else may have been there first.
    onSettled: () => {
      void queries.invalidateQueries();
    },
  });
}
