/** Differences on the catalog interface: rows of the table in dialect-differences.ts. */
import type { Difference } from "./difference.ts";

export const CATALOG_DIFFERENCES = {
  badValue: {
    interface: "catalog",
    topic: "a value that cannot be used, a missing `q`",
    spec: "400 `bad request`",
    polymarket: "422 `validation error`",
    kuest: "400 `bad request`",
    does: { spec: "bad-request", polymarket: "validation-error", kuest: "bad-request" },
  },
  unknownInCatalog: {
    interface: "catalog",
    topic: "a parameter that the operation does not have",
    spec: "400 `bad request`",
    polymarket: "422 `validation error` where clients send it to some operation, ignored where none does",
    kuest: "400 `bad request`",
    does: { spec: "refused", polymarket: "ignored-if-unknown", kuest: "refused" },
  },
  spellings: {
    interface: "catalog",
    topic: "a name to choose from, such as a column to sort by, on all interfaces",
    spec: "as it is described",
    polymarket: "in any case of letters, with or without `_` and `-` between words",
    kuest: "as it is described",
    does: { spec: "exact", polymarket: "any", kuest: "exact" },
  },
  otherKindInList: {
    interface: "catalog",
    topic: "an id of another kind in a filter of a list, such as a slug in `condition_ids`",
    spec: "400 `bad request`, which names the kind",
    polymarket: "an empty list, as for ids that nothing has: clients read the list and no reason",
    kuest: "400 `bad request`, which names the kind",
    does: { spec: "refused", polymarket: "left-out", kuest: "refused" },
  },
  marketKeys: {
    interface: "catalog",
    topic: "keys of a market",
    spec: "the specification's, no others",
    polymarket: "prices, volumes, liquidity, tick and minimum size, rewards and negative risk beside them",
    kuest: "the specification's, no others",
  },
  eventKeys: {
    interface: "catalog",
    topic: "keys of an event",
    spec: "the specification's, no others",
    polymarket: "volume, liquidity, open interest, negative risk and `seriesSlug` beside them",
    kuest: "the specification's, no others",
  },
  listedEvents: {
    interface: "catalog",
    topic: "GET /events",
    spec: "scalar fields and `tags`",
    polymarket: "`creationDate`, `markets` and `series` as well",
    kuest: "scalar fields and `tags`",
  },
  eventsOfMarket: {
    interface: "catalog",
    topic: "`events` of a market",
    spec: "scalar fields",
    polymarket: "`series` as well",
    kuest: "scalar fields",
  },
  foundEvents: {
    interface: "catalog",
    topic: "events of GET /public-search",
    spec: "`id`, `ticker`, `slug`, `title`",
    polymarket: "rows of GET /events",
    kuest: "`id`, `ticker`, `slug`, `title`",
  },
} as const satisfies { readonly [name: string]: Difference };
