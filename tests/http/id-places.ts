/** Every public read of every interface and dialect that takes an id, and the request of it with an id. */
import { catalogEndpoints } from "../../src/http/catalog/endpoints.ts";
import { dataEndpoints } from "../../src/http/data/endpoints.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { operationsIn } from "../../src/http/dialects/dialect-parameters.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { hashOf, walletOf } from "../support/exchange.ts";

export const INTERFACES = {
  catalog: catalogEndpoints,
  data: dataEndpoints,
  trading: tradingEndpoints("sandbox"),
};
export type Interface = keyof typeof INTERFACES;

export const KINDS = ["token", "condition", "market", "slug", "event", "event slug"] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds by the name of the parameter, of the interface where a name has several. */
const ASKED: Readonly<Record<string, Kind>> = {
  token_id: "token",
  token_ids: "token",
  clob_token_ids: "token",
  asset_id: "token",
  condition_id: "condition",
  condition_ids: "condition",
  conditionId: "condition",
  market: "condition",
  markets: "condition",
  eventId: "event",
  event_id: "event",
  event_slug: "event slug",
};

export type Place = {
  readonly dialect: Dialect;
  readonly at: Interface;
  readonly endpoint: Endpoint;
  readonly name: string;
};

/** Reads whose `markets` is how many markets of an event to show. */
const COUNTS_MARKETS = new Set(["/cards", "/search", "/events/:id/related"]);

/** The kind that a parameter asks for; `undefined` for one that asks for no id of these. */
export function kindAsked({ at, endpoint: { path }, name }: Place): Kind | undefined {
  if (name === "market" && path === "/prices-history") return "token";
  if (name === "markets" && COUNTS_MARKETS.has(path)) return undefined;
  if (at === "catalog" || path === "/live-volume") {
    const ofEvents = /^\/(?:events|cards|live-volume)/.test(path);
    const ofMarkets = path.startsWith("/markets");
    if (name === "id" && (ofEvents || ofMarkets)) return ofEvents ? "event" : "market";
    if (name === "slug" && (ofEvents || ofMarkets)) return ofEvents ? "event slug" : "slug";
  }
  return ASKED[name];
}

export function* placesOf(dialect: Dialect, at: Interface): Generator<Place> {
  for (const endpoint of operationsIn(INTERFACES[at], dialect)) {
    if (endpoint.method !== "GET" || endpoint.access !== "public") continue;
    const names = [endpoint.params, endpoint.query].flatMap((schema) =>
      Object.keys(schema?.properties ?? {}),
    );
    for (const name of names) yield { dialect, at, endpoint, name };
  }
}

/** Parameters that a request needs besides. */
const NEEDED: Readonly<Record<string, string>> = {
  user: walletOf("ann"),
  side: "BUY",
  interval: "1d",
  start: "1",
  builder_code: hashOf("a builder"),
};

export function pathOf({ endpoint: { path, query }, name }: Place, id: string): string {
  const asked = new URLSearchParams();
  for (const [other, value] of Object.entries(NEEDED))
    if (
      query?.required?.includes(other) === true ||
      (other === "interval" && path.endsWith("prices-history")) ||
      (other === "user" && path === "/v2/positions")
    )
      asked.set(other, value);
  if (!path.includes(`:${name}`)) asked.set(name, id);
  return `${path.replace(`:${name}`, encodeURIComponent(id))}?${asked}`;
}
