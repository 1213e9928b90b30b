/**
 * What fuzzing knows of a running exchange: who trades there and with which secrets, and the ids of what exists. It is
 * plain data, made the same way every time, since the thread that sends requests gets a copy.
 */
import type { Addresses } from "../../src/http/interfaces.ts";
import type { Credentials } from "../../src/signing/credentials.ts";

export type Headers = Readonly<Record<string, string>>;

/** Someone with a wallet. */
export type Actor = {
  readonly name: string;
  /** 32 bytes, hex. */
  readonly privateKey: string;
  /** Lower case. */
  readonly address: string;
  readonly checksummed: string;
  readonly credentials: Credentials;
  /** A builder's key of the same wallet. */
  readonly builder: Credentials;
  readonly readonlyKey: string;
  /** With which the wallet asks for its credentials. */
  readonly walletHeaders: Headers;
};

/** What values of requests are taken from, by what they are. */
export type Pools = Readonly<Record<PoolName, readonly string[]>>;

export type PoolName =
  | "token"
  | "condition"
  | "order"
  | "trade"
  | "wallet"
  | "victimWallet"
  | "victimMarket"
  | "victimKey"
  | "apiKey"
  | "readonlyKey"
  | "builderCode"
  | "eventId"
  | "eventSlug"
  | "marketId"
  | "marketSlug"
  | "tagId"
  | "tagSlug"
  | "seriesId"
  | "seriesSlug"
  | "site"
  | "cursor"
  | "word"
  | "newSlug"
  | "seconds"
  | "instant"
  | "day"
  | "amount";

export type World = {
  readonly mode: "production" | "sandbox";
  readonly addresses: Addresses;
  /** What the clock said when it was made, milliseconds; it goes on for less than a minute. */
  readonly now: number;
  readonly operatorToken: string;
  /** Of operators who may not do everything. */
  readonly limitedTokens: readonly string[];
  /** Whose keys and accounts stay as they are. */
  readonly traders: readonly Actor[];
  /** Whose keys are revoked, and who are banned. */
  readonly victims: readonly Actor[];
  readonly pools: Pools;
  /** A listing that the operator API takes, as JSON. */
  readonly listing: string;
  /** What no answer may hold. */
  readonly secrets: readonly string[];
};

export const everyone = ({ traders, victims }: World): readonly Actor[] => [...traders, ...victims];
