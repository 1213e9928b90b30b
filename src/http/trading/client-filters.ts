/**
 * Filters that clients send to some read. An operation that has no such filter refuses it: its answer would be of more
 * than the client asked for.
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
