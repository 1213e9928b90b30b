/** Runs operator actions one at a time, and notes the last audit entry before each. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { isUnanswered } from "../../api/client.ts";
import { createSendOnce } from "../../api/send-once.ts";
import { bindSendOnce, useOperatorClient } from "../session/operator-session.tsx";
import type { OperatorClient } from "../session/operator-session.tsx";
import type { FieldReader } from "../parts/read-form.ts";
import { createAttemptKeys, openKeys } from "./open-keys.ts";
import type { AttemptKeys } from "./open-keys.ts";

/** Result of an action, in words for the operator. */
export type ActionResult = {
  readonly words: string;
  /** Subject of the action's entry in the audit log. */
  readonly subject: string;
  /** Action of that audit entry, if other actions on the same subject have the same reason. */
  readonly deed?: string;
  /** Link to the next view. */
  readonly next?: { readonly href: string; readonly label: string };
};

export type CompletedAction = ActionResult & {
  readonly reason: string;
  /** Sequence number of the last audit entry before the action. */
  readonly after: number;
};

/**
 * Carries out the action with the fields of its form. An action of several requests must send them with the given client,
 * so that a retry does not repeat requests that were carried out.
 */
export type Act = (readField: FieldReader, request: OperatorClient) => Promise<ActionResult>;

type Attempt = {
  readonly request: OperatorClient;
  readonly keys: AttemptKeys;
  /**
   * Sequence number of the last audit entry before the first try; `undefined` until it is read. 0 while earlier requests
   * are unanswered, since this action may have been carried out with them.
   */
  after: number | undefined;
};

function createAttempt(request: OperatorClient): Attempt {
  const keys = createAttemptKeys(openKeys);
  return {
    request: bindSendOnce(request, createSendOnce({ keepsAnswered: true, keys })),
    keys,
    after: undefined,
  };
}

const readLastEntry = async (request: OperatorClient): Promise<number> =>
  (await request("GET /audit", { query: { limit: 1 } })).data[0]?.sequence ?? 0;

export function useOperatorAction(act: Act) {
  const request = useOperatorClient();
  const queries = useQueryClient();
  const attempt = useRef<Attempt>(undefined);
  const isRunning = useRef(false);
  const mutation = useMutation({
    mutationFn: async (readField: FieldReader): Promise<CompletedAction> => {
      const tried = (attempt.current ??= createAttempt(request));
      tried.after ??= openKeys.list().length > 0 ? 0 : await readLastEntry(request);
      const result = await act(readField, tried.request);
      return { ...result, reason: readField("reason"), after: tried.after };
    },
    onSuccess: () => {
      attempt.current?.keys.end();
      attempt.current = undefined;
    },
    onError: (error) => {
      attempt.current?.keys.fail(error);
      if (!isUnanswered(error) && attempt.current) attempt.current.after = undefined;
    },
    // A rejection may mean that another operator changed the data first, so the data reloads too.
    onSettled: () => {
      isRunning.current = false;
      void queries.invalidateQueries();
    },
  });
  const mutate: typeof mutation.mutate = (readField, options) => {
    // A second click may come before the button is drawn as disabled.
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(readField, options);
  };
  return { ...mutation, mutate };
}
