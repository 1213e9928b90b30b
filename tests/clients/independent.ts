/** Python clients that neither service made: their classes are read by tables of calls, on a market with a trade. */
import type { Client } from "../conformance/call-record.ts";
import { LIBRARIES } from "../conformance/libraries.ts";
import { createJavaScriptTrader } from "./clob-javascript.ts";
import { installPython } from "./install.ts";
import { startPython } from "./python.ts";
import type { Python } from "./python.ts";
import { describeQuotes } from "./quotes.ts";
import type { Suite } from "./suite.ts";
import type { Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

export type Independent = Pick<Suite, "name" | "version" | "versions"> & {
  /** Classes of the client, "module:name", by the words that they have in the results. */
  readonly classes: Readonly<Record<string, string>>;
  /** Methods that are not called, by the reason. */
  readonly uncalled: Readonly<Record<string, readonly string[]>>;
  /** The file that pins it; the one of several clients unless it is given. */
  readonly manifest?: string;
  describe(context: Context): void;
};

export type Context = {
  readonly stage: Stage;
  readonly python: Python;
  /** The wallets that traded on the stage. */
  readonly maker: Trader;
  readonly taker: Trader;
  /** An object by its methods, whose calls are recorded as those of a class. */
  record(part: string, object: object): Client;
  /** Makes an object of a class. */
  make(part: string, given: Readonly<Record<string, unknown>>): Promise<Client>;
};

export const independentSuite = ({
  name,
  version,
  classes,
  uncalled,
  manifest = "independent",
  versions,
  describe,
}: Independent): Suite => ({
  name,
  version,
  language: "Python",
  dialect: "polymarket",
  versions,
  uncalled: Object.fromEntries(
    Object.entries(uncalled).flatMap(([reason, methods]) => methods.map((method) => [method, reason])),
  ),
  install: () => installPython(manifest, "3.12"),
  async open({ stage, installed, record: calls }) {
    const python = startPython(installed);
    const surfaceOf = (part: string): string => `${name} ${part}`;
    const record: Context["record"] = (part, object) =>
      calls.record(python.methodsOf(object), surfaceOf(part), name);
    const make: Context["make"] = async (part, given) =>
      record(part, await python.call(classes[part]!, given));
    const trader = () => createJavaScriptTrader(LIBRARIES[1]!, stage);
    const [maker, taker] = [await trader(), await trader()];
    const surfaces = await Promise.all(
      Object.entries(classes).map(async ([part, path]) => ({
        name: surfaceOf(part),
        methods: await python.listOf(path),
      })),
    );
    return {
      surfaces,
      describe() {
        describeQuotes(stage, [maker, taker]);
        describe({ stage, python, maker, taker, record, make });
      },
      close: () => python.close(),
    };
  },
});
