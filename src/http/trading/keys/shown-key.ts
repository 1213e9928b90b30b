/** The form in which a dialect names the key of an order. */
import { ulidOf } from "../../../signing/key-id.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";

/** Writes the key of an order or a trade, a UUID, as the dialect's clients read it. */
export const shownKey = (apiKey: string, dialect: Dialect): string =>
  DIFFERENCES.owners.does[dialect] === "ulid" ? ulidOf(apiKey) : apiKey;

const ZERO_KEY = "00000000-0000-0000-0000-000000000000";

/** Writes a key that is not shown: Polymarket's typed clients read no owner but a UUID. */
export const hiddenKey = (dialect: Dialect): string =>
  DIFFERENCES.hiddenOwners.does[dialect] === "zero" ? ZERO_KEY : "";
