/** The invite of a link, and its use by the trader of this page. */
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { trading } from "../api/interfaces.ts";
import type { Operations } from "../api/generated/trading.ts";
import { useSession } from "../wallet/session.tsx";
import { useTraderAction } from "../wallet/use-trader-action.ts";

export type Invite = Operations["GET /invite/{code}"]["answer"];
export type InviteUse = Operations["GET /invite/{code}/use"]["answer"];

export const useInvite = (code: string) =>
  useQuery({
    queryKey: ["invite", code],
    queryFn: ({ signal }) => trading("GET /invite/{code}", { params: { code }, signal }),
    retry: false,
  });

const useKey = (code: string, address: string | undefined) => ["invite", code, "use", address] as const;

export function useInviteUse(code: string) {
  const { trader } = useSession();
  return useQuery({
    queryKey: useKey(code, trader?.wallet.address),
    queryFn:
      trader === undefined
        ? skipToken
        : ({ signal }) =>
            trading("GET /invite/{code}/use", { params: { code }, headers: trader.headers, signal }),
    retry: false,
  });
}

/** Takes the funds and the name; a repeated use returns the result of the first. */
export function useTaking(code: string) {
  const { trader } = useSession();
  const queries = useQueryClient();
  return useTraderAction(
    ({ headers, once }) => trading("POST /invite/{code}/use", { params: { code }, body: {}, headers, once }),
    {
      onDone: (use) => {
        queries.setQueryData(useKey(code, trader?.wallet.address), use);
        for (const first of ["name", "people", "data"]) void queries.invalidateQueries({ queryKey: [first] });
      },
    },
  );
}
