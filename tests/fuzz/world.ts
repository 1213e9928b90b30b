/**
 * The fuzzer's knowledge of a running exchange: wallets with their secrets, and existing ids. It is plain data and
 * always the same, since the sending thread gets a copy.
 */
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import type { Credentials } from "../../src/signing/credentials.ts";

export type Headers = Readonly<Record<string, string>>;

/** A wallet with its keys. */
export type Actor = {
  readonly name: string;
  /** 32 bytes, hex. */
  readonly privateKey: string;
  /** Lower-case address. */
  readonly address: string;
  readonly checksummed: string;
  readonly credentials: Credentials;
  /** A builder key of the same wallet. */
  readonly builder: Credentials;
  readonly readonlyKey: string;
  /** Headers with which the wallet asks for its credentials. */
  readonly walletHeaders: Headers;
};

/** Values for fields of requests, by kind. */
export type Pools = Readonly<Record<PoolName, readonly string[]>>;

export type PoolName =
  | "token"
  | "condition"
  | "order"
  | "trade"
  | "wallet"
  | "marketCreator"
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
  | "picture"
  | "pictureId"
  | "fundings"
  | "invite"
  | "victimInvite"
  | "inviteCode"
  | "amount";

export type World = {
  readonly mode: "production" | "sandbox";
  readonly addresses: Addresses;
  /** Time of the exchange's clock when this was made, ms; it goes on for less than a minute. */
  readonly now: number;
  readonly operatorToken: string;
  /** Tokens of operators with limited roles. */
  readonly limitedTokens: readonly string[];
  /** Wallets whose keys and accounts stay as they are. */
  readonly traders: readonly Actor[];
  /** Wallets whose keys are revoked, and that are banned. */
  readonly victims: readonly Actor[];
  readonly pools: Pools;
  /** A listing that the operator interface takes, as JSON. */
  readonly listing: string;
  /** Secrets that no answer may hold. */
  readonly secrets: readonly string[];
};

export const allActors = ({ traders, victims }: World): readonly Actor[] => [...traders, ...victims];
