/** Orders of other wallets that arrive by the clock, in a market of their own, while something long is done. */
import { runLoad } from "./order-client.ts";
import type { LoadResult } from "./order-client.ts";
import { orderBody, orderRequest } from "./order-requests.ts";
import type { Trader } from "./order-requests.ts";
import { sized } from "./sized.ts";

const OTHERS_PER_SECOND = 200;
export const OTHER_WALLETS = 8;
export const OTHERS_SECONDS = sized(4_000, 200) / 1_000;
/** Connections, so many that no request waits for the one before it. */
const CONNECTIONS = sized(400, 8);

export const drawOthers = (others: readonly Trader[], tokenId: string): Buffer[] =>
  Array.from({ length: OTHERS_PER_SECOND * OTHERS_SECONDS }, (_, index) => {
    const trader = others[index % others.length]!;
    const body = orderBody(trader, { tokenId, side: "BUY", cents: 1 + (index % 40), shares: 5 });
    return orderRequest(trader, body);
  });

export const sendOthers = (port: number, requests: readonly Buffer[]): Promise<LoadResult> =>
  runLoad({ port, requests, connections: CONNECTIONS, rate: OTHERS_PER_SECOND });
