/** The largest answer of each operation that anybody may ask for, as requests. */
import type { ExchangeProcess } from "./exchange-process.ts";
import type { Read, Reader } from "./reading-clients.ts";
import type { Stored } from "./stored-exchange.ts";
import { walletOf } from "./stored-positions.ts";

export type LargeRead = Read & { readonly name: string };

/** As many as a request may name. */
const CONDITIONS = 500;
const TOKENS = 500;
const HISTORIES = 20;

type Traded = { readonly stored: Stored; readonly tokens: readonly string[] };

/** Polymarket's dialect, whose answers say more, where it has addresses. */
export function largeReads(exchange: ExchangeProcess, { stored, tokens }: Traded): LargeRead[] {
  const { addresses, polymarket = addresses } = exchange;
  const get = (base: string, path: string): Read => ({
    port: portOf(base),
    request: `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  });
  const user = walletOf(1);
  const conditions = stored.conditionIds.slice(0, CONDITIONS).join(",");
  const books = JSON.stringify(tokens.slice(0, TOKENS).map((token_id) => ({ token_id })));
  const markets = stored.conditionIds.slice(0, HISTORIES);
  const histories = JSON.stringify({ markets, interval: "1w", fidelity: 5 });
  return [
    { name: "GET /trades?limit=10000", ...get(polymarket.data, "/trades?limit=10000") },
    { name: "GET /activity?limit=500", ...get(polymarket.data, `/activity?user=${user}&limit=500`) },
    { name: "GET /positions?limit=500", ...get(polymarket.data, `/positions?user=${user}&limit=500`) },
    {
      name: "GET /holders of 500 markets",
      ...get(polymarket.data, `/holders?market=${conditions}&limit=500`),
    },
    { name: "GET /events?limit=500", ...get(polymarket.catalog, "/events?limit=500") },
    { name: "GET /markets?limit=500", ...get(polymarket.catalog, "/markets?limit=500") },
    { name: "GET /markets, trading", ...get(addresses.trading, "/markets") },
    { name: "GET /proof/solvency", ...get(addresses.trading, "/proof/solvency") },
    { name: "POST /books of 500", ...post(addresses.trading, "/books", books) },
    { name: "POST /batch-prices-history", ...post(addresses.trading, "/batch-prices-history", histories) },
  ];
}

const post = (base: string, path: string, body: string): Read => ({
  port: portOf(base),
  request:
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`,
});

const portOf = (base: string): number => Number(new URL(base).port);

/** So many connections of one address that all ask for the same. */
export const sameReaders = (read: Read, count: number): Reader[] =>
  Array.from({ length: count }, () => ({ address: "127.0.0.1", reads: [read] }));

/** Readers of so many addresses; each asks for everything in turn, and begins with another. */
export const mixedReaders = (reads: readonly Read[], count: number, addresses: number): Reader[] =>
  Array.from({ length: count }, (_, index) => ({
    address: `127.0.0.${2 + (index % addresses)}`,
    reads: reads.map((_read, turn) => reads[(index + turn) % reads.length]),
  }));
