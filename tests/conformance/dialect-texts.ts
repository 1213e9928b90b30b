/**
 * Texts that the clients of each service match. A bot must see the same texts here as at the service. They stand here
 * in full, so that a change of the exchange's own table shows.
 */
import type { Dialect } from "../../src/http/dialects/dialect.ts";

type Texts = Readonly<Record<Dialect, string>>;

const same = (text: string): Texts => ({ spec: text, polymarket: text, kuest: text });

export const UNAUTHORIZED: Texts = { ...same("invalid_l2"), polymarket: "Unauthorized/Invalid api key" };

export const NO_MATCH: Texts = {
  ...same("order couldn't be fully filled, fok orders are fully filled/killed"),
  polymarket: "order couldn't be fully filled. FOK orders are fully filled or killed.",
};

export const UNKNOWN_TOKEN: Texts = {
  ...same("No orderbook exists for the requested token id"),
  kuest: "token is not registered",
};
