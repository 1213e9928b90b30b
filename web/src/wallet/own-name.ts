/** The name of the trader's wallet, read once, and again after each change. */
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { trading } from "../api/interfaces.ts";
import type { Operations } from "../api/generated/trading.ts";
import { useSession } from "./session.tsx";
import type { Trader } from "./session.tsx";
import { useTraderAction } from "./use-trader-action.ts";

export type OwnName = Operations["GET /name"]["answer"];

const keyOf = (trader: Trader | undefined) => ["name", trader?.wallet.address] as const;

export function useOwnName() {
  const { trader } = useSession();
  return useQuery({
    queryKey: keyOf(trader),
    queryFn:
      trader === undefined
        ? skipToken
        : ({ signal }) => trading("GET /name", { headers: trader.headers, signal }),
    staleTime: Infinity,
  });
}

/** Chooses a name; a blank one gives up the current name. `onDone` gets the resulting name. */
export function useNameChange(trader: Trader, onDone: (own: OwnName) => void) {
  const queries = useQueryClient();
  return useTraderAction(
    ({ headers, once }, name: string): Promise<OwnName> =>
      name === ""
        ? trading("DELETE /name", { headers, once })
        : trading("POST /name", { headers, once, body: { name } }),
    {
      onDone: (own) => {
        queries.setQueryData(keyOf(trader), own);
        for (const first of ["people", "data"]) void queries.invalidateQueries({ queryKey: [first] });
        onDone(own);
      },
    },
  );
}
