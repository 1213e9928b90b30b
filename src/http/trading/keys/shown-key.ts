/** The form in which a dialect names the key of an order. */
import { ulidOf } from "../../../signing/key-id.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";

/** Writes the key of an order or a trade, a UUID, as the dialect's clients read it. */
export const shownKey = (apiKey: string, dialect: Dialect): string =>
  DIFFERENCES.owners.does[dialect] === "ulid" ? ulidOf(apiKey) : apiKey;
