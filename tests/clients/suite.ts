/** A client of the suite: how to get it, and the objects that its tests share. */
import type { CallRecord } from "../conformance/call-record.ts";
import type { MarketVersion } from "../../src/core/markets/market-version.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Installation } from "./install.ts";
import type { Surface } from "./results.ts";
import type { Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

export type Suite = {
  /** Name of its package. */
  readonly name: string;
  readonly version: string;
  readonly language: "JavaScript" | "Python" | "Rust";
  readonly dialect: Dialect;
  /** Versions of the markets that it is called on, where it trades, of those that it signs orders for. */
  readonly versions: readonly MarketVersion[];
  /** Reasons why methods of it are not called, by their names. */
  readonly uncalled: Readonly<Record<string, string>>;
  install(): Promise<Installation>;
  open(opening: Opening): Promise<OpenClient>;
};

export type Opening = {
  readonly stage: Stage;
  /** Path of the installation. */
  readonly installed: string;
  readonly record: CallRecord;
};

export type OpenClient = {
  /** Public methods of its classes. */
  readonly surfaces: readonly Surface[];
  /** Makes a trader with a fresh wallet and its key, all by the client; left out where a client does not trade. */
  readonly createTrader?: () => Promise<Trader>;
  /** Describes the tests of the client beside its trading, with the two traders after they have traded. */
  readonly describe: (traders: readonly Trader[]) => void;
  readonly close: () => Promise<void>;
};
