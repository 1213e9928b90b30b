/** The name of the trader's wallet: read once, and again after each change. */
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { trading } from "../api/interfaces.ts";
import type { Operations } from "../api/generated/trading.ts";
import { useSession } from "./session.tsx";
import type { Trader } from "./session.tsx";

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

/** Chooses a name; a blank one gives up the name that there is. */
export function useNameChange(trader: Trader) {
  const queries = useQueryClient();
  const { headers, once } = trader;
  return useMutation({
    mutationFn: (name: string): Promise<OwnName> =>
      name === ""
        ? trading("DELETE /name", { headers, once })
        : trading("POST /name", { headers, once, body: { name } }),
    onSuccess: async (own) => {
      queries.setQueryData(keyOf(trader), own);
      await Promise.all(["people", "data"].map((first) => queries.invalidateQueries({ queryKey: [first] })));
    },
  });
}
