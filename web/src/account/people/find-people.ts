/** Finds people by the start of a name or of an address. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { data } from "../../api/interfaces.ts";
import { buildOffsetPages, joinPages } from "../../api/offset-pages.ts";
import { readWallets } from "./people-queries.ts";
import type { Profit } from "./people-queries.ts";
import type { Micros } from "../../../../src/core/units.ts";

const PAGE_SIZE = 25;
const MAX_OFFSET = 1_000;
/** Maximum length of a search, more than any name or address. */
const MAX_CHARACTERS = 100;

export type Person = {
  readonly address: string;
  readonly name: string;
  readonly profit: Profit | undefined;
  readonly volume: Micros | undefined;
};

async function findPeople(text: string, offset: number, signal: AbortSignal): Promise<readonly Person[]> {
  if (text.length > MAX_CHARACTERS) return [];
  const foundWallets = await data("GET /wallets/search", {
    query: { q: text, limit: PAGE_SIZE, offset },
    signal,
  });
  const statistics = await readWallets(
    foundWallets.map(({ proxyWallet }) => proxyWallet),
    signal,
  );
  return foundWallets.map(({ proxyWallet: address, name }) => ({
    address,
    name,
    profit: statistics.get(address)?.profit,
    volume: statistics.get(address)?.volume,
  }));
}

export const peopleQuery = (text: string) =>
  infiniteQueryOptions({
    ...buildOffsetPages(PAGE_SIZE, MAX_OFFSET),
    queryKey: ["people", "found", text],
    queryFn: ({ pageParam, signal }) => findPeople(text, pageParam, signal),
    select: joinPages,
  });
