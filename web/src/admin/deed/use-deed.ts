/** Runs an operator action, and remembers where the audit log stood before it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAsk } from "../operator-session.tsx";
import type { Given } from "../parts/given.ts";

/** Result of an action, in words for the operator. */
export type Deed = {
  readonly words: string;
  /** Subject of the action's entry in the audit log. */
  readonly subject: string;
  /** Link to the next view. */
  readonly next?: { readonly href: string; readonly label: string };
};

export type Done = Deed & {
  readonly reason: string;
  /** Sequence number of the last audit entry before the action. */
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
    // A refusal may mean that another operator changed the data first, so it reloads too.
    onSettled: () => {
      void queries.invalidateQueries();
    },
  });
}
