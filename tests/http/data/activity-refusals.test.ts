/** Refusals of the lists of activity, trades, holders, open interest and volume: no bad value gets past them. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { hashOf, testListing, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { assertRefused, DIALECTS, startData } from "./world.ts";

const ANN = walletOf("ann");
const RAIN = hashOf("rain");

let exchange: TestExchange;
before(async () => {
  exchange = await startData();
  await exchange.list(testListing([{ name: "rain" }]));
  await exchange.open(ANN, "10");
});
after(() => exchange.close());

type Row = readonly [path: string, error: string, dialects?: readonly Dialect[]];

const rows = (values: readonly string[], path: string, name: string, dialects?: readonly Dialect[]): Row[] =>
  values.map((value): Row => [`${path}${name}=${value}`, `invalid_field: ${name}`, dialects ?? DIALECTS]);

const ACTIVITY = `/activity?user=${ANN}&`;
const SPEC: readonly Dialect[] = ["spec"];
const PLAIN: readonly Dialect[] = ["spec", "kuest"];
const POLYMARKET: readonly Dialect[] = ["polymarket"];
const KUEST: readonly Dialect[] = ["kuest"];
const SERVICES: readonly Dialect[] = ["polymarket", "kuest"];

const CONDITIONS = ["rain", "0x", RAIN.slice(0, 65), `${RAIN}0`, `${RAIN},rain`, `${RAIN};${RAIN}`, ","];
const FAR = ["253402300800", "2026-01-01"];

/** Values that one dialect does not take, and parameters that exclude or need each other; `refusal-walk.test.ts` has the others. */
const REFUSED: readonly Row[] = [
  ["/live-volume", "missing_field: market", PLAIN],
  ["/live-volume", "missing_field: id", POLYMARKET],
  [`/live-volume?market=${RAIN}`, "missing_field: id", POLYMARKET],
  ["/live-volume?id=7", "unknown_field: id", ["spec"]],
  [`/live-volume?id=7&market=${RAIN}`, "invalid_field: id: expected market or id, got both", ["kuest"]],
  ...["market", "eventId", "type", "start", "end", "side", "sortBy", "marketId", "conditionId"].map(
    (name): Row => [`${ACTIVITY}${name}=1`, `unknown_field: ${name}`, SPEC],
  ),
  ["/trades?eventId=7", "unknown_field: eventId", SPEC],
  ["/trades?cursorId=7", "unknown_field: cursorId", SPEC],
  ["/trades?cursorId=7", "missing_field: cursorTimestamp", KUEST],
  ...rows(CONDITIONS, "/trades?", "market"),
  ...["marketId", "conditionId"].flatMap((name) =>
    rows([...CONDITIONS, `${RAIN},${RAIN}`], ACTIVITY, name, KUEST),
  ),
  ...rows(["CASH,TOKENS"], "/trades?filterAmount=1&", "filterType"),
  ...rows(["cash"], "/trades?filterAmount=1&", "filterType", PLAIN),
  ["/trades?filterType=CASH", "invalid_field: filterAmount"],
  ["/trades?filterAmount=1", "invalid_field: filterType"],
  ...rows(["buy"], "/trades?", "side", PLAIN),
  ...rows(["buy"], ACTIVITY, "side", KUEST),
  ...["/trades?", ACTIVITY].flatMap((path) =>
    ["start", "end"].flatMap((name) => rows(FAR, path, name, path === ACTIVITY ? SERVICES : DIALECTS)),
  ),
  ...rows(["trade"], ACTIVITY, "type", KUEST),
  ...rows(["timestamp"], ACTIVITY, "sortBy", KUEST),
  ...rows(["asc"], ACTIVITY, "sortDirection", KUEST),
  ...["/trades?", ACTIVITY].flatMap((path) => rows(["7,x", "1.5"], path, "eventId", SERVICES)),
  ...["/trades?", ACTIVITY].map((path): Row => [
    `${path}market=${RAIN}&eventId=7`,
    "invalid_field: eventId",
    SERVICES,
  ]),
  ...["marketId", "conditionId"].map((name): Row => [
    `${ACTIVITY}${name}=${RAIN}&eventId=7`,
    "invalid_field: eventId",
    KUEST,
  ]),
  [`/holders?market=${RAIN}&market=${RAIN}`, "invalid_field: market", PLAIN],
];

void describe("Refused by the lists of activity, trades, holders, open interest and volume", () => {
  for (const [path, error, dialects = DIALECTS] of REFUSED) {
    void it(`${path.slice(0, 90)}: ${error}, ${dialects.join()}`, async () => {
      for (const dialect of dialects) {
        const reply = await exchange.get(path, dialect);
        assertRefused(reply, error);
        if (dialect === "spec") assert.equal(reply.body.error, error);
      }
    });
  }

  void it("nothing that only another dialect has, where unknown parameters are ignored", async () => {
    for (const path of [`${ACTIVITY}marketId=x&conditionId=y`, "/trades?cursorId=x", "/oi?colour=x"])
      assert.equal((await exchange.get(path, "polymarket")).status, 200, path);
  });
});
