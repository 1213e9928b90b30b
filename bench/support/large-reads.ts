/** Requests for the largest answer of each public operation. */
import type { ExchangeProcess } from "./exchange-process.ts";
import type { Read, Reader } from "./reading-clients.ts";
import type { Stored } from "./stored-exchange.ts";
import { walletOf } from "./stored-positions.ts";

export type LargeRead = Read & { readonly name: string };

/** Most names that a request may have. */
const CONDITIONS = 500;
const TOKENS = 500;
const HISTORIES = 20;

type TradedCatalog = { readonly stored: Stored; readonly tokens: readonly string[] };

/** Lists the requests, in Polymarket's dialect, whose answers have more fields, where it is open. */
export function largeReads(exchange: ExchangeProcess, { stored, tokens }: TradedCatalog): LargeRead[] {
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

/** Makes `count` readers of one address that all send the same request. */
export const sameReaders = (read: Read, count: number): Reader[] =>
  Array.from({ length: count }, () => ({ address: "127.0.0.1", reads: [read] }));

/** Makes readers of several addresses; each sends every request in turn, and begins with another. */
export const mixedReaders = (reads: readonly Read[], count: number, addresses: number): Reader[] =>
  Array.from({ length: count }, (_, index) => ({
    address: `127.0.0.${2 + (index % addresses)}`,
    reads: reads.map((_read, turn) => reads[(index + turn) % reads.length]!),
  }));
