/** A book of any depth in a data directory, made by the exchange itself before its process is started on it. */
import { openExchange } from "../../src/cli/open-exchange.ts";
import { readConfig } from "../../src/settings/config.ts";
import type { Command, PlaceOrder } from "../../src/core/events/command.ts";
import { lots, micros } from "../../src/core/units.ts";
import type { Lots, Ticks } from "../../src/core/units.ts";
import { eventListing } from "../../tests/core/support/listing.ts";
import type { TestMarket } from "../../tests/core/support/listing.ts";
import { NOT_SIGNED } from "../../tests/core/support/orders.ts";

/** An order by the terms that matter to a book; the rest is filled in. */
export type RestingOrder = {
  readonly no: number;
  /** Lower-case address. */
  readonly maker: string;
  readonly tokenId: string;
  readonly limit: Ticks;
  readonly lots: Lots;
};

export const API_KEY = "00000000-0000-4000-8000-000000000000";
/** Event of the markets. */
export const STORED_EVENT = "900001";
const FUNDS = micros(1e12);
const GROUP = 500;

/** Makes an id as long as an exchange's. */
export const idOf = (no: number): string => `0x${no.toString(16).padStart(64, "0")}`;
/** Makes a token id as long as an exchange's. */
export const tokenOf = (no: number): string => String(no).padStart(77, "1");
export const walletOf = (no: number): string => `0x${no.toString(16).padStart(40, "a")}`;

export const restingOrder = ({ no, maker, tokenId, limit, lots: size }: RestingOrder): PlaceOrder => ({
  type: "place-order",
  id: idOf(no),
  maker,
  owner: maker,
  tokenId,
  side: "BUY",
  kind: "GTC",
  postOnly: false,
  expiresAt: 0,
  limit,
  lots: size,
  budget: undefined,
  apiKey: API_KEY,
  signed: NOT_SIGNED,
});

export const openAccount = (address: string): Command => ({
  type: "open-account",
  address,
  owner: address,
  credit: FUNDS,
});

/** Describes market `no` of a bench. */
export const marketTerms = (no: number, tick: number): TestMarket => ({
  name: idOf(no),
  tokenIds: [tokenOf(2 * no), tokenOf(2 * no + 1)],
  tick,
  minimumLots: lots(1),
});

export type StoredBook = {
  readonly directory: string;
  readonly settings: readonly string[];
  readonly markets: readonly TestMarket[];
  readonly commands: Iterable<Command>;
};

/** Stores the book; throws if a command is refused. */
export async function storeBook({ directory, settings, markets, commands }: StoredBook): Promise<void> {
  const config = readConfig({ PRESAGE_LOG_LEVEL: "error" }, ["--data-dir", directory, ...settings]);
  const { context, close } = await openExchange(config, (error) => {
    throw error;
  });
  const submit = async (command: Command): Promise<void> => {
    const outcome = await context.engine.submit(command);
    if (outcome.type !== "committed") throw new Error(JSON.stringify(outcome));
  };
  await submit({ type: "list", listing: eventListing(STORED_EVENT, markets) });
  const group: Promise<void>[] = [];
  for (const command of commands) {
    group.push(submit(command));
    if (group.length === GROUP) await Promise.all(group.splice(0));
  }
  await Promise.all(group);
  await close();
}
