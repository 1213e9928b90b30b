/**
 * Filters that clients send to at least one read. An operation without such a filter refuses it instead of ignoring it:
 * otherwise the answer would hold more than the client asked for.
 */
export const CLIENT_FILTERS: ReadonlySet<string> = new Set([
  "after",
  "asset_id",
  "before",
  "builder_code",
  "id",
  "maker",
  "maker_address",
  "market",
  "no_competition",
  "order_by",
  "page_size",
  "position",
  "sponsored",
  "taker",
]);
