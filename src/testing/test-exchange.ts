/// <reference lib="esnext.disposable" preserve="true" />
/** Types of an exchange in a test. The package has this file's types, which therefore names none but those of library.ts. */
import type { InterfaceAddresses } from "../library.ts";

export type PresageOptions = {
  /** Number of funded wallets, 2 by default and at most 100. */
  readonly wallets?: number;
  /** Collateral of each wallet, up to six decimals; 10000 by default. */
  readonly funds?: number | string;
  /** `virtual`: a clock of its own, which runs until `clock` stops it. */
  readonly clock?: "system" | "virtual";
  /** Time at which a virtual clock stands at the start, such as 2026-01-01T00:00:00Z. */
  readonly clockStart?: string;
  /** Other settings by their names in docs/configuration.md. The environment is not read. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** An exchange in this process. Its methods ask the documented routes of a sandbox; each error is one line with the reason. */
export type TestExchange = {
  /** Base URLs, without a trailing slash. */
  readonly addresses: {
    /** The web page, and all interfaces on one port. */
    readonly web: string;
    /** The operator API and the console. */
    readonly admin: string;
    readonly spec: InterfaceAddresses;
    readonly polymarket: InterfaceAddresses;
    readonly kuest: InterfaceAddresses;
  };
  /** The token of the operator API. */
  readonly adminToken: string;
  /** The certificate of the addresses in PEM, for the `ca` of clients; undefined where they speak plain HTTP. */
  readonly certificate: string | undefined;
  readonly wallets: readonly TestWallet[];
  readonly clock: TestClock;
  readonly faults: TestFaults;
  /** Keeps the whole state under a name of small letters, digits and dashes, in place of an earlier one. */
  snapshot(name: string): Promise<void>;
  /** Puts the whole exchange back to a snapshot; connections stay. */
  revert(name: string): Promise<void>;
  /** Puts the whole exchange back to its start, and funds the wallets again; their API keys are the same. */
  reset(): Promise<void>;
  /** Ends what is underway, closes the addresses and removes the data directory. Later calls wait for the first. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A wallet that has traded nothing yet. Its key is public: the first wallet of each exchange is the same. */
export type TestWallet = {
  /** Address with checksum. */
  readonly address: `0x${string}`;
  readonly privateKey: `0x${string}`;
  /** API key in the form that Polymarket's clients take. */
  readonly credentials: { readonly key: string; readonly secret: string; readonly passphrase: string };
};

/** The time of the exchange. Each change gives the time after it, when all that was due by then is done. */
export type TestClock = {
  now(): Promise<Date>;
  pause(): Promise<Date>;
  resume(): Promise<Date>;
  /** Puts it forward by seconds, whole milliseconds of them. */
  step(seconds: number): Promise<Date>;
  /** Puts it forward to a time; a text is ISO 8601, such as 2026-12-31T00:00:00Z. */
  to(time: Date | string): Promise<Date>;
  /** Lets so many seconds pass in a second. */
  rate(factor: number): Promise<Date>;
};

/** Faults on the wire, as docs/sandbox.md describes them. */
export type TestFaults = {
  /** Puts faults in force, all or none. */
  add(...faults: readonly TestFault[]): Promise<readonly FaultInForce[]>;
  /** Puts the faults of a preset in force, such as `timeout-that-filled`. */
  preset(name: string): Promise<readonly FaultInForce[]>;
  list(): Promise<readonly FaultInForce[]>;
  /** Ends the fault with this id, or all; gives the number that ended. */
  off(id?: string): Promise<number>;
};

export type FaultInForce = {
  readonly id: string;
  /** Number of requests, connections or messages that met it. */
  readonly met: number;
  readonly fault: TestFault;
};

export type TestFault = {
  readonly kind:
    | "latency"
    | "refuse"
    | "lose-answer"
    | "delay-answer"
    | "delay-match"
    | "fail-settlement"
    | "stale-read"
    | "repeat-cursor"
    | "silence"
    | "disconnect"
    | "drop"
    | "repeat"
    | "reorder"
    | "swap-sides";
  readonly ms?: number;
  readonly jitterMs?: number;
  readonly status?: 425 | 429 | 503;
  readonly retryAfterSeconds?: number;
  /** The end of a delayed order: `match`, by default, if the book has a match then. */
  readonly outcome?: "match" | "unmatch";
  /** Operations that meet it, such as `POST /order`; all by default. */
  readonly routes?: readonly string[];
  /** Live channels that meet it, such as `/ws/market`; all by default. */
  readonly channels?: readonly string[];
  /** The API key or wallet whose requests meet it. */
  readonly key?: string;
  /** The share of requests or messages that meet it, drawn from `seed`. */
  readonly share?: number;
  readonly seed?: number;
  /** Number of times that it is met before it ends. */
  readonly uses?: number;
  /** Milliseconds after which it ends. */
  readonly forMs?: number;
};
