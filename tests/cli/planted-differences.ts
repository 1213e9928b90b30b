/** A proxy before the interfaces of an exchange that changes answers and live messages, each time in one way. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { InterfaceAddresses } from "../../src/library.ts";
import { relayChannels } from "./relayed-channels.ts";
import type { Told } from "./relayed-channels.ts";

/** A request as it comes to the proxy: its interface, method, path with query, and body. */
export type Asked = {
  readonly at: keyof InterfaceAddresses;
  readonly method: string;
  path: string;
  body: string;
};

// Answers have every shape, and a test that changes a wrong one fails.
// oxlint-disable-next-line typescript/no-explicit-any
export type Given = { status: number; type: string; json: any };

/** A difference: an answer in the place of the server's, a change of it, or none at all. */
export type Plant = {
  readonly name: string;
  /** The only endpoint that differs. */
  readonly row: string;
  /** The dialect that the server has, by default as specified. */
  readonly dialect?: "polymarket" | undefined;
  /** True where it keeps other checks from being made. */
  readonly alone?: boolean;
  readonly replace?: (asked: Asked) => Given | undefined;
  readonly ask?: (asked: Asked) => void;
  readonly change?: (given: Given, asked: Asked) => void;
  readonly silent?: (asked: Asked) => boolean;
  /** Changes a message of a live channel, or keeps it from the client. */
  readonly tell?: (told: Told) => void;
  /** Status with which a live channel refuses to open. */
  readonly refuse?: (path: string) => number | undefined;
  /** True where a check waits in vain, so that it is not given long, and is made in deep tests alone. */
  readonly waits?: boolean;
};

export type PlantingProxy = {
  readonly addresses: InterfaceAddresses;
  plants: readonly Plant[];
  close(): void;
};

export async function startPlantingProxy(target: InterfaceAddresses): Promise<PlantingProxy> {
  const server = createServer((request, response) => void answer(request, response));
  const proxy: { plants: readonly Plant[] } = { plants: [] };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, at, path] = /^\/(trading|data|catalog)(\/.*)$/.exec(request.url!)!;
    const body = (await buffer(request)).toString();
    const asked: Asked = { at: at as Asked["at"], method: request.method!, path: path!, body };
    const { plants } = proxy;
    if (plants.some(({ silent }) => silent?.(asked))) return void request.socket.destroy();
    for (const { ask } of plants) ask?.(asked);
    const replaced = plants.map(({ replace }) => replace?.(asked)).find((given) => given !== undefined);
    const given = replaced ?? (await forward(target, asked, request));
    for (const { change } of plants) change?.(given, asked);
    response.writeHead(given.status, { "content-type": given.type }).end(JSON.stringify(given.json));
  };
  const channels = relayChannels({ server, target: target.trading, plants: () => proxy.plants });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const addresses = { trading: `${base}/trading`, data: `${base}/data`, catalog: `${base}/catalog` };
  return Object.assign(proxy, {
    addresses,
    close: () => {
      channels.close();
      server.close();
      server.closeAllConnections();
    },
  });
}

async function forward(target: InterfaceAddresses, asked: Asked, request: IncomingMessage): Promise<Given> {
  const { at, method, path, body } = asked;
  const kept = Object.entries(request.headers).filter(([name]) => /^(svc_|poly_|content-type$)/.test(name));
  const response = await fetch(target[at] + path, {
    method,
    headers: kept.map(([name, value]) => [name, String(value)] as [string, string]),
    ...(body !== "" && { body }),
  });
  const type = response.headers.get("content-type")!;
  return { status: response.status, type, json: await response.json() };
}

const JSON_TYPE = "application/json";
const isOf = (asked: Asked, method: string, path: string): boolean =>
  asked.method === method && asked.path.split("?")[0] === path;

/** Changes the answers of one route of the trading interface, unless others are named. */
const changing =
  (method: string, path: string | RegExp, change: (given: Given, asked: Asked) => void, at = "trading") =>
  (given: Given, asked: Asked): void => {
    const [bare] = asked.path.split("?");
    const named = typeof path === "string" ? bare === path : path.test(bare!);
    if (asked.at === at && asked.method === method && named) change(given, asked);
  };

function rename(record: Record<string, unknown>, from: string, to: string): void {
  if (!(from in record)) return;
  record[to] = record[from];
  delete record[from];
}

function addOne(records: unknown, field: string): void {
  if (Array.isArray(records)) for (const record of records) record[field] += 1;
}

export const PLANTS: readonly Plant[] = [
  {
    name: "a field has another name",
    row: "GET /book",
    change: changing("GET", "/book", ({ json }) => rename(json, "asset_id", "assetId")),
  },
  {
    name: "a number stands in the place of text",
    row: "POST /books",
    change: changing("POST", "/books", ({ json }) => {
      if (Array.isArray(json)) for (const book of json) book.min_order_size = Number(book.min_order_size);
    }),
  },
  {
    name: "a text stands in the place of a number",
    row: "GET /positions",
    change: changing(
      "GET",
      "/positions",
      ({ json }) => {
        if (Array.isArray(json)) for (const position of json) position.size = String(position.size);
      },
      "data",
    ),
  },
  {
    name: "the best price stands first",
    row: "GET /book",
    change: changing("GET", "/book", ({ json }) => void json.bids?.reverse()),
  },
  {
    name: "an unknown market is a bad request",
    row: "GET /markets/{condition_id}",
    change: changing("GET", /^\/markets\//, (given) => {
      if (given.status === 404) given.status = 400;
    }),
  },
  {
    name: "a listing never ends",
    row: "GET /simplified-markets",
    change: changing("GET", "/simplified-markets", ({ json }) => {
      if (json.next_cursor !== undefined) json.next_cursor = "MA==";
    }),
  },
  {
    name: "the midpoint is a tick too high",
    row: "GET /midpoint",
    change: changing("GET", "/midpoint", ({ json }) => {
      if (json.mid !== undefined) json.mid = String(Number(json.mid) + 0.01);
    }),
  },
  {
    name: "BUY and SELL are swapped",
    row: "POST /prices",
    change: changing("POST", "/prices", ({ json }) => {
      for (const sides of Object.values<Record<string, unknown>>(json))
        if (typeof sides === "object") [sides["BUY"], sides["SELL"]] = [sides["SELL"], sides["BUY"]];
    }),
  },
  {
    name: "an error has another form",
    row: "GET /public-search",
    change: changing("GET", "/public-search", ({ json }) => rename(json, "error", "message"), "catalog"),
  },
  {
    name: "an error has another text",
    row: "GET /activity",
    change: changing(
      "GET",
      "/activity",
      ({ json }) => {
        if (json.error?.startsWith("missing_field")) json.error = "user is required";
      },
      "data",
    ),
  },
  {
    name: "a filter has no effect",
    row: "GET /events",
    ask: (asked) => {
      if (asked.at === "catalog" && isOf(asked, "GET", "/events"))
        asked.path = asked.path.replace("slug=", "old=");
    },
  },
  {
    name: "an order is acknowledged and lost",
    row: "POST /order",
    alone: true,
    replace: ({ method, path, body }) =>
      method === "POST" && path === "/order" && body.includes("signature")
        ? {
            status: 200,
            type: JSON_TYPE,
            json: {
              success: true,
              errorMsg: "",
              orderID: `0x${"ab".repeat(32)}`,
              takingAmount: "",
              makingAmount: "",
              status: "live",
            },
          }
        : undefined,
  },
  {
    name: "a cancel is acknowledged and not carried out",
    row: "DELETE /order",
    replace: ({ method, path, body }) => {
      const id: unknown = body === "" ? undefined : JSON.parse(body).orderId;
      return method === "DELETE" && path === "/order" && id !== undefined
        ? { status: 200, type: JSON_TYPE, json: { canceled: [id], not_canceled: {} } }
        : undefined;
    },
  },
  {
    name: "a wrong signature is accepted",
    row: "DELETE /order",
    change: changing("DELETE", "/order", (given) => {
      if (given.status === 401)
        Object.assign(given, { status: 200, json: { canceled: [], not_canceled: {} } });
    }),
  },
  {
    name: "times are in another form",
    row: "GET /data/trades",
    change: changing("GET", "/data/trades", ({ json }) => {
      for (const trade of json.data ?? []) trade.match_time = String(Date.parse(trade.match_time) / 1000);
    }),
  },
  {
    name: "prices of trades are doubled",
    row: "GET /data/trades",
    change: changing("GET", "/data/trades", ({ json }) => {
      for (const trade of json.data ?? []) trade.price = String(Number(trade.price) * 2);
    }),
  },
  {
    name: "sides of trades are flipped",
    row: "GET /data/trades",
    change: changing("GET", "/data/trades", ({ json }) => {
      for (const trade of json.data ?? []) trade.side = trade.side === "BUY" ? "SELL" : "BUY";
    }),
  },
  {
    name: "an order that rests has matched",
    row: "GET /data/order/{id}",
    change: changing("GET", /^\/data\/order\//, ({ json }) => {
      if (json.order?.status?.toLowerCase() === "live") json.order.sizeMatched = "3";
    }),
  },
  {
    name: "positions are a share too large",
    row: "GET /positions",
    change: changing("GET", "/positions", ({ json }) => addOne(json, "size"), "data"),
  },
  {
    name: "trades of a wallet are a share too large",
    row: "GET /activity",
    change: changing("GET", "/activity", ({ json }) => addOne(json, "size"), "data"),
  },
  {
    name: "holders have a share too many",
    row: "GET /holders",
    change: changing(
      "GET",
      "/holders",
      ({ json }) => {
        if (Array.isArray(json)) for (const { holders } of json) addOne(holders, "amount");
      },
      "data",
    ),
  },
  {
    name: "gains are text",
    row: "GET /closed-positions",
    change: changing(
      "GET",
      "/closed-positions",
      ({ json }) => {
        if (Array.isArray(json)) for (const one of json) one.realizedPnl = String(one.realizedPnl);
      },
      "data",
    ),
  },
  {
    name: "the time of a book is in seconds",
    row: "GET /book",
    change: changing("GET", "/book", ({ json }) => {
      if (json.timestamp !== undefined) json.timestamp = json.timestamp.slice(0, 10);
    }),
  },
  {
    name: "the content type is another",
    row: "POST /batch-prices-history",
    change: changing("POST", "/batch-prices-history", (given) => void (given.type = "text/plain")),
  },
  {
    name: "an endpoint gives no answer",
    row: "GET /spread",
    silent: (asked) => isOf(asked, "GET", "/spread"),
  },
  {
    name: "books give no answer",
    row: "GET /book",
    alone: true,
    silent: (asked) => isOf(asked, "GET", "/book"),
  },
  {
    name: "orders give no answer",
    row: "GET /data/order/{id}",
    alone: true,
    silent: ({ path }) => path.startsWith("/data/order/"),
  },
  {
    name: "the list of events gives no answer",
    row: "GET /events",
    alone: true,
    silent: (asked) => isOf(asked, "GET", "/events"),
  },
];
