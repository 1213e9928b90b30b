/// <reference lib="esnext.disposable" preserve="true" />
/** Types of an exchange in a test. The package exports this file's types, so it may use only those of library.ts. */
import type { InterfaceAddresses } from "../library.ts";

export type PresageOptions = {
  /** Number of funded wallets, 2 by default and at most 100. */
  readonly wallets?: number;
  /** Collateral of each wallet, up to six decimals; 10000 by default. */
  readonly funds?: number | string;
  /** `virtual` gives the exchange its own clock, which runs until the method `pause` of `clock`. */
  readonly clock?: "system" | "virtual";
  /** Start time of a virtual clock, which then stands still, such as 2026-01-01T00:00:00Z. */
  readonly clockStart?: string;
  /** File of a state that the method `save` or `presage backup --with-keys` wrote: the exchange begins with it. */
  readonly from?: string;
  /** Other settings by their names in docs/reference/configuration.md. The environment is ignored. */
  readonly settings?: Readonly<Record<string, string>>;
};

/**
 * An exchange in this process. Its methods call the documented routes of a sandbox; each error is one line with the
 * reason.
 */
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
  /** The certificate of the addresses in PEM, for the `ca` of clients; undefined if they speak plain HTTP. */
  readonly certificate: string | undefined;
  readonly wallets: readonly TestWallet[];
  /** Makes a further wallet with funds and an API key; one that the exchange knows already has its funds. */
  addWallet(options?: WalletOptions): Promise<TestWallet>;
  /** Adds collateral, up to six decimals, to a wallet of any address, whose account is opened if there is none. */
  fund(wallet: Pick<TestWallet, "address"> | string, amount: number | string): Promise<void>;
  /** Makes an API key for any address, whose orders need no signature of the wallet. */
  impersonate(address: string): Promise<ImpersonatedWallet>;
  /** Makes a market, of a question alone or of fields, in an event of its own, and opens it. */
  createMarket(market: string | MarketFields): Promise<TestMarket>;
  /** Makes an event with its markets, and opens all of them. */
  createEvent(event: EventFields): Promise<TestEvent>;
  readonly clock: TestClock;
  readonly faults: TestFaults;
  /** Saves the complete state under a name of lower-case letters, digits and dashes, replacing an earlier one. */
  snapshot(name: string): Promise<void>;
  /** Restores the complete exchange to a snapshot; connections stay open. */
  revert(name: string): Promise<void>;
  /** Restores the complete exchange to its start, and funds the wallets again; their API keys stay the same. */
  reset(): Promise<void>;
  /** Writes the complete state into a file, for the option `from`; all API keys follow from the file. */
  save(file: string, options?: CopyOptions): Promise<void>;
  /** Starts a second exchange with this state on free ports, which goes its own way and is stopped on its own. */
  fork(options?: CopyOptions): Promise<TestExchange>;
  /** Completes running work, closes the addresses and removes the data directory. Later calls wait for the first. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A wallet that has not traded. Its key is public: the first wallet of each exchange is the same. */
export type TestWallet = {
  /** Address with checksum. */
  readonly address: `0x${string}`;
  readonly privateKey: `0x${string}`;
  /** API key in the format of Polymarket's clients. */
  readonly credentials: { readonly key: string; readonly secret: string; readonly passphrase: string };
};

/** A wallet to trade with without its private key. */
export type ImpersonatedWallet = Omit<TestWallet, "privateKey"> & {
  /** Signature that its orders carry: 65 zero bytes. */
  readonly signature: `0x${string}`;
};

export type WalletOptions = {
  /** Private key of the wallet; by default the next of the keys that everybody knows. */
  readonly privateKey?: string;
  /** Collateral, up to six decimals; 10000 by default. */
  readonly funds?: number | string;
};

export type CopyOptions = {
  /** Name of the snapshot to copy; by default the state is that of now. */
  readonly snapshot?: string;
};

/** Fields of a new market, as `POST /markets` of the operator API has them. */
export type MarketFields = {
  readonly question: string;
  /** Yes and No by default. */
  readonly outcomes?: readonly [string, string];
  readonly slug?: string;
  readonly description?: string;
  /** Short name inside its event. */
  readonly label?: string;
  /** Price step, 0.01 by default. */
  readonly tick?: number | string;
  /** Smallest order in shares, 1 by default. */
  readonly minimumSize?: number | string;
  /** A fill costs rate x shares x (price x (1 - price)) ^ exponent; nothing by default. */
  readonly fees?: {
    readonly rate: number | string;
    readonly exponent?: number;
    readonly takerOnly?: boolean;
  };
  /** True if its resolution pays everyone at once; the exchange's setting by default. */
  readonly autoRedeem?: boolean;
  /** "v2" for a market of Polymarket's Protocol V2; "v1" unless given. */
  readonly version?: "v1" | "v2";
  readonly startDate?: string;
  readonly endDate?: string;
  readonly gameStartTime?: string;
  readonly image?: string;
  readonly icon?: string;
  readonly resolutionSource?: string;
  /** Wallet of its creator. */
  readonly creator?: string;
};

/** Fields of a new event, as `POST /events` of the operator API has them. */
export type EventFields = {
  readonly title: string;
  readonly markets: readonly MarketFields[];
  readonly slug?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** True if exactly one of its markets resolves to yes. */
  readonly negativeRisk?: boolean;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly image?: string;
  readonly icon?: string;
  readonly resolutionSource?: string;
};

/** An open market. */
export type TestMarket = {
  readonly id: string;
  readonly conditionId: string;
  readonly slug: string;
  readonly question: string;
  readonly outcomes: readonly [string, string];
  /** Token ids of both outcomes, in their order. */
  readonly tokenIds: readonly [string, string];
  readonly tick: string;
  readonly minimumSize: string;
  readonly negativeRisk: boolean;
  /** "v2" if its ids are those of Polymarket's Protocol V2. */
  readonly version: "v1" | "v2";
};

export type TestEvent = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly markets: readonly TestMarket[];
};

/** The clock of the exchange. Each change returns the new time, once all work that is due at that time is done. */
export type TestClock = {
  now(): Promise<Date>;
  pause(): Promise<Date>;
  resume(): Promise<Date>;
  /** Advances the clock by seconds, in whole milliseconds. */
  step(seconds: number): Promise<Date>;
  /** Advances the clock to a time; a text is ISO 8601, such as 2026-12-31T00:00:00Z. */
  to(time: Date | string): Promise<Date>;
  /** Runs the clock at `factor` seconds per real second. */
  rate(factor: number): Promise<Date>;
};

/** Network faults, as docs/start/sandbox-faults.md describes them. */
export type TestFaults = {
  /** Activates faults, all or none. */
  add(...faults: readonly TestFault[]): Promise<readonly FaultInForce[]>;
  /** Activates the faults of a preset, such as `timeout-that-filled`. */
  preset(name: string): Promise<readonly FaultInForce[]>;
  list(): Promise<readonly FaultInForce[]>;
  /** Removes the fault with this id, or all; returns the number removed. */
  off(id?: string): Promise<number>;
};

export type FaultInForce = {
  readonly id: string;
  /** Number of requests, matches, connections or messages affected so far. */
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
  /** Result of a delayed order: `match` (the default) matches the order with the book of that moment. */
  readonly outcome?: "match" | "unmatch";
  /** Affected operations, such as `POST /order`; all by default. */
  readonly routes?: readonly string[];
  /** Affected live channels, such as `/ws/market`; all by default. */
  readonly channels?: readonly string[];
  /** API key or wallet whose requests are affected. */
  readonly key?: string;
  /** Fraction of requests or messages to affect, chosen by `seed`. */
  readonly share?: number;
  readonly seed?: number;
  /** Number of uses after which the fault ends. */
  readonly uses?: number;
  /** Milliseconds after which the fault ends. */
  readonly forMs?: number;
};
