/** The endpoints in the specification's order, and two more reads of prices that all clients have. */

export type InterfaceName = "trading" | "data" | "catalog";

export const ENDPOINTS = {
  "POST /order": "trading",
  "DELETE /order": "trading",
  "GET /data/order/{id}": "trading",
  "GET /data/trades": "trading",
  "GET /builder/trades": "trading",
  "POST /books": "trading",
  "GET /book": "trading",
  "POST /prices": "trading",
  "POST /batch-prices-history": "trading",
  "GET /sampling-markets": "trading",
  "GET /sampling-simplified-markets": "trading",
  "GET /simplified-markets": "trading",
  "GET /markets/{condition_id}": "trading",
  "GET /midpoint": "trading",
  "GET /spread": "trading",
  "GET /positions": "data",
  "GET /closed-positions": "data",
  "GET /activity": "data",
  "GET /holders": "data",
  "GET /markets/slug/{slug}": "catalog",
  "GET /markets/{id}": "catalog",
  "GET /events/{id}": "catalog",
  "GET /events/slug/{slug}": "catalog",
  "GET /events": "catalog",
  "GET /public-search": "catalog",
} as const satisfies Record<string, InterfaceName>;

export type EndpointName = keyof typeof ENDPOINTS;

/**
 * Live channels that Polymarket's and Kuest's clients use. The specification does not describe live channels, so a
 * server may lack them.
 */
export const CHANNELS = ["/ws/market", "/ws/user"] as const;

export type ChannelName = (typeof CHANNELS)[number];

export const isEndpoint = (name: string): name is EndpointName => Object.hasOwn(ENDPOINTS, name);
