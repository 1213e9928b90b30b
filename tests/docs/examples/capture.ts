/** Captures an example of every operation from a fresh sandbox, whose clock, keys and secrets are always the same. */
import { mkdtempSync, rmSync } from "node:fs";
import { join as joinPath } from "node:path";
import { asyncApiDocument } from "../../../src/stream/asyncapi/with-asyncapi.ts";
import { ANY_PORTS, launchPresage, prepareDataDirectories, whenStarted } from "../../support/presage.ts";
import { scratchRoot } from "../../support/scratch-directory.ts";
import { listen } from "./listener.ts";
import type { MessageExamples } from "./listener.ts";
import { createRecorder } from "./recorder.ts";
import type { Examples, Recorder } from "./recorder.ts";
import { join, pass } from "./story/cast.ts";
import type { Story } from "./story/cast.ts";
import { listCup, listRivers, listWeather } from "./story/listings.ts";
import * as operators from "./story/operators.ts";
import * as reads from "./story/reads.ts";
import { fund, useSandbox } from "./story/sandbox.ts";
import * as trading from "./story/trading.ts";

const START = "2026-06-01T12:00:00Z";
const OPERATOR_TOKEN = "0b".repeat(32);
const SETTINGS = {
  PRESAGE_CLOCK: "virtual",
  PRESAGE_CLOCK_START: START,
  PRESAGE_SEED: "examples",
  PRESAGE_MASTER_KEY: "5e".repeat(32),
  PRESAGE_ADMIN_TOKEN: OPERATOR_TOKEN,
  PRESAGE_AUTO_REDEEM: "false",
};
/** Address at which nothing listens. */
const DEAD = "http://127.0.0.1:9/hook";

export type Captured = {
  /** Examples by interface and operation. */
  readonly operations: Examples;
  /** Messages of the live channels by their names. */
  readonly messages: MessageExamples;
};

/** Starts the exchange, lets the story happen, and gives the examples. */
export async function captureExamples(): Promise<Captured> {
  const directories = await prepareDataDirectories();
  const backups = mkdtempSync(joinPath(scratchRoot(), "presage-backups-"));
  const running = launchPresage(["start", "--data-dir", directories.create(), "--json", ...ANY_PORTS], {
    settings: { ...SETTINGS, PRESAGE_BACKUP_DIR: backups },
    sources: true,
    detached: true,
  });
  try {
    const { addresses } = await whenStarted(running);
    const { spec, polymarket, admin, web } = addresses;
    if (spec === undefined || polymarket === undefined) throw new Error("the exchange lacks a dialect");
    const recorder = createRecorder({
      bases: { ...spec, operator: admin },
      operatorToken: OPERATOR_TOKEN,
      now: Date.parse(START),
      standard: [
        [backups, "/var/backups/presage"],
        [web, "http://127.0.0.1:7000"],
        [spec.trading, "http://127.0.0.1:7001"],
        [spec.data, "http://127.0.0.1:7002"],
        [spec.catalog, "http://127.0.0.1:7003"],
        [admin, "http://127.0.0.1:7004"],
      ],
    });
    const messages = await tell(recorder, { spec: spec.trading, polymarket: polymarket.trading });
    return { operations: recorder.examples, messages };
  } finally {
    await running.stop("SIGTERM");
    directories.close();
    rmSync(backups, { recursive: true });
  }
}

/** Messages that the story brings before its last part. */
const LATE = Object.keys(asyncApiDocument().components.messages).filter((name) => name !== "Resync");

type Streams = Parameters<typeof listen>[0];

async function tell({ ask, peek, clock }: Recorder, streams: Streams): Promise<MessageExamples> {
  const begun = { ask, peek, clock };
  const [rain, snow] = await listWeather(ask);
  const cup = await listCup(ask);
  await listRivers(ask);
  const story: Story = {
    ...begun,
    rain,
    snow,
    cup,
    ann: await join(begun, "ann"),
    ben: await join(begun, "ben"),
  };
  await fund(story);
  await trading.makeKeys(story);
  await pass(story, 60);
  await trading.tradeRain(story);
  const live = await listen(streams, story);
  for (const happens of [trading.tradeCup, trading.tradeSnow]) {
    await pass(story, 60);
    await happens(story);
  }
  await operators.careForAccounts(story);
  await operators.stopTrader(story);
  await operators.invite(story);
  await operators.publish(story);
  await operators.addWebhook(story, DEAD);
  await pass(story, 3_600);
  await operators.resolve(story);
  await operators.undo(story);
  await trading.readAccount(story);
  await reads.readExchange(story);
  await reads.readBooks(story);
  await reads.readMarkets(story);
  await reads.readData(story);
  await reads.readCatalog(story);
  await trading.leave(story);
  await operators.operate(story);
  await live.heard(...LATE);
  await useSandbox(story);
  await live.heard("Resync");
  await live.close();
  return live.examples;
}
