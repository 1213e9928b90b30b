/** The market maker in Python of docs/start/market-maker.md, with an exchange of its own that restarts. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { takeOffer } from "../conformance/examples.ts";
import {
  ANY_PORTS,
  environmentWith,
  launchPresage,
  prepareDataDirectories,
  whenStarted,
} from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { until } from "../support/until.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/market_maker.py", import.meta.url));

type Maker = {
  /** Waits until it has printed this once more. */
  says(text: string): Promise<void>;
  /** Resolves to its exit code, or to the signal that ended it. */
  readonly ended: Promise<number | string>;
  end(signal: NodeJS.Signals): Promise<number | string>;
  text(): string;
};

function startMaker(python: string, folder: string, host: string): Maker {
  const child = spawn(python, [EXAMPLE], { cwd: folder, env: environmentWith({ CLOB_API_URL: host }) });
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  let [text, read] = ["", 0];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += String(chunk)));
  return {
    async says(words) {
      await until(`the market maker says "${words}"`, () => {
        assert.equal(child.exitCode, null, text);
        return text.includes(words, read);
      });
      read = text.indexOf(words, read) + words.length;
    },
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
    text: () => text,
  };
}

/** Describes the tests of the market maker, which runs on this interpreter. */
export function describeMarketMaker(python: string): void {
  describe("market_maker.py", { concurrency: 1 }, () => {
    const folder = mkdtempSync(join(scratchRoot(), "presage-maker-"));
    let directories: DataDirectories;
    let exchange: Started;
    let host: string;
    let data: string;

    async function startExchange(ports: readonly string[]): Promise<void> {
      const args = ["start", "--data-dir", data, "--json", ...ANY_PORTS, ...ports];
      exchange = await whenStarted(launchPresage(args));
      host = exchange.addresses.polymarket!.trading;
    }

    before(async () => {
      directories = await prepareDataDirectories();
      data = directories.create();
      await startExchange([]);
    });
    after(async () => {
      await exchange.stop("SIGTERM");
      directories.close();
      rmSync(folder, { recursive: true });
    });

    it("quotes, moves its quotes after fills, and cancels when it is interrupted", async () => {
      const maker = startMaker(python, folder, host);
      await maker.says("quoting 48 at 52\n");
      await takeOffer(host);
      await maker.says("bought 10 of the second outcome\nquoting 49 at 53\n");
      assert.equal(await maker.end("SIGINT"), 0, maker.text());
      assert.match(maker.text(), /\ncancelled 2 orders\n$/);
    });

    it("cancels the quotes of a run that was killed, and begins again", async () => {
      const killed = startMaker(python, folder, host);
      await killed.says("quoting 48 at 52\n");
      assert.equal(await killed.end("SIGKILL"), "SIGKILL");
      const maker = startMaker(python, folder, host);
      await maker.says("quoting 48 at 52\n");
      assert.equal(await maker.end("SIGTERM"), 0, maker.text());
      assert.match(maker.text(), /\ncancelled 2 orders\n$/);
    });

    it("connects again after a restart of the exchange, and has its two quotes", async () => {
      const maker = startMaker(python, folder, host);
      await maker.says("quoting 48 at 52\n");
      const addresses = Object.values(exchange.addresses.polymarket!);
      const ports = addresses.map((address) => new URL(address).port);
      await exchange.stop("SIGKILL");
      await maker.says("connecting again");
      await startExchange(["--polymarket-ports", ports.join(",")]);
      await maker.says("quoting 48 at 52\n");
      await takeOffer(host);
      await maker.says("quoting 49 at 53\n");
      assert.equal(await maker.end("SIGINT"), 0, maker.text());
      assert.match(maker.text(), /\ncancelled 2 orders\n$/);
    });

    it("says in one line that no exchange is there", async () => {
      const maker = startMaker(python, folder, "http://127.0.0.1:9");
      assert.equal(await maker.ended, 1);
      assert.match(maker.text(), /^http:\/\/127\.0\.0\.1:9: .*\. Start the exchange with npm start/m);
    });
  });
}
