/** Runs an operator action, and remembers where the audit log stood before it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOperatorClient } from "../operator-session.tsx";
import type { FieldReader } from "../parts/read-form.ts";

/** Result of an action, in words for the operator. */
export type ActionResult = {
  readonly words: string;
  /** Subject of the action's entry in the audit log. */
  readonly subject: string;
  /** Link to the next view. */
  readonly next?: { readonly href: string; readonly label: string };
};

export type CompletedAction = ActionResult & {
  readonly reason: string;
  /** Sequence number of the last audit entry before the action. */
  readonly after: number;
};

export function useOperatorAction(act: (readField: FieldReader) => Promise<ActionResult>) {
  const request = useOperatorClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (readField: FieldReader): Promise<CompletedAction> => {
      const { data } = await request("GET /audit", { query: { limit: 1 } });
      const result = await act(readField);
      return { ...result, reason: readField("reason"), after: data[0]?.sequence ?? 0 };
    },
    // A refusal may mean that another operator changed the data first, so it reloads too.
    onSettled: () => {
      void queries.invalidateQueries();
    },
  });
}
