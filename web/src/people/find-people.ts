/** People that a text finds: wallets whose address begins with it. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { data } from "../api/interfaces.ts";
import { offsetPages, rowsOf } from "../api/offset-pages.ts";
import { readWallets } from "./people-queries.ts";
import type { Profit } from "./people-queries.ts";
import type { Micros } from "../../../src/core/units.ts";

const PAGE = 25;
const END = 1_000;
const BEGINNING = /^0x[0-9a-f]{2,40}$/i;

export type Person = {
  readonly address: string;
  readonly name: string;
  readonly profit: Profit | undefined;
  readonly volume: Micros | undefined;
};

/** True if the text is the beginning of an address, long enough to be searched. */
export const isAddressBeginning = (text: string): boolean => BEGINNING.test(text.trim());

async function findPeople(text: string, offset: number, signal: AbortSignal): Promise<readonly Person[]> {
  if (!isAddressBeginning(text)) return [];
  const found = await data("GET /wallets/search", { query: { q: text.trim(), limit: PAGE, offset }, signal });
  const figures = await readWallets(
    found.map(({ proxyWallet }) => proxyWallet),
    signal,
  );
  return found.map(({ proxyWallet: address, name }) => ({
    address,
    name,
    profit: figures.get(address)?.profit,
    volume: figures.get(address)?.volume,
  }));
}

export const peopleQuery = (text: string) =>
  infiniteQueryOptions({
    ...offsetPages(PAGE, END),
    queryKey: ["people", "found", text],
    queryFn: ({ pageParam, signal }) => findPeople(text, pageParam, signal),
    select: rowsOf,
  });
