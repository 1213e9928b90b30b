/**
 * Parameters that Polymarket's clients send to some operation of version 1. One that has no such parameter refuses it:
 * its answer would be of more than the client asked for.
 */
export const CLIENT_PARAMETERS: ReadonlySet<string> = new Set([
  "category",
  "end",
  "eventId",
  "excludeDepositsWithdrawals",
  "filterAmount",
  "filterType",
  "id",
  "limit",
  "market",
  "mergeable",
  "minBalance",
  "offset",
  "orderBy",
  "redeemable",
  "side",
  "sizeThreshold",
  "sortBy",
  "sortDirection",
  "start",
  "takerOnly",
  "timePeriod",
  "title",
  "type",
  "user",
  "userName",
  "username",
]);
