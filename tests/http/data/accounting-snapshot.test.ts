/** The accounting snapshot: a ZIP archive whose files agree with the other answers. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { crc32 } from "node:zlib";
import { lots } from "../../../src/core/units.ts";
import { zipArchive } from "../../../src/http/data/positions/accounting.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { startData } from "./world.ts";

const ANN = walletOf("ann");
const PATH = "/v1/accounting/snapshot";

/** Reads an archive as a reader does: by the directory at its end. */
function filesOf(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50);
  const files = new Map<string, string>();
  let entry = archive.readUInt32LE(end + 16);
  assert.equal(entry + archive.readUInt32LE(end + 12), end);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(archive.readUInt32LE(entry), 0x02014b50);
    const [size, nameLength] = [archive.readUInt32LE(entry + 24), archive.readUInt16LE(entry + 28)];
    const name = archive.toString("utf8", entry + 46, entry + 46 + nameLength);
    const file = archive.readUInt32LE(entry + 42);
    assert.equal(archive.readUInt32LE(file), 0x04034b50);
    assert.equal(archive.toString("utf8", file + 30, file + 30 + nameLength), name);
    const bytes = archive.subarray(file + 30 + nameLength, file + 30 + nameLength + size);
    assert.equal(archive.readUInt32LE(entry + 16), crc32(bytes));
    files.set(name, bytes.toString());
    entry += 46 + nameLength;
  }
  return files;
}

let exchange: TestExchange;
before(async () => {
  exchange = await startData();
  await exchange.list(testListing([{ name: "rain" }, { name: "snow" }]));
  await exchange.open(ANN, "1000.5");
  for (const name of ["snow", "rain"])
    await exchange.submit({
      type: "split",
      address: ANN,
      owner: ANN,
      conditionId: hashOf(name),
      lots: lots(1_250),
    });
  // One tick apart: the midpoint has half a tick.
  const quote = { account: ANN, tokenId: tokenOf("rain yes"), size: "5" } as const;
  await exchange.place({ ...quote, side: "BUY", price: "0.33" });
  await exchange.place({ ...quote, side: "SELL", price: "0.34" });
});
after(() => exchange.close());

async function download(user: string): Promise<Map<string, string>> {
  const response = await fetch(`${exchange.url.polymarket}${PATH}?user=${user}`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "application/zip");
  assert.match(response.headers.get("content-disposition") ?? "", /\.zip"$/);
  return filesOf(Buffer.from(await response.arrayBuffer()));
}

const rowsOf = (files: Map<string, string>, name: string): string[][] =>
  (files.get(name) ?? "").split("\n").map((line) => line.split(","));

void describe("GET /v1/accounting/snapshot", () => {
  void it("has the positions and the equity, with six decimals", async () => {
    const files = await download(ANN.toUpperCase().replace("X", "x"));
    assert.deepEqual([...files.keys()], ["positions.csv", "equity.csv"]);
    const time = new Date(exchange.clock.now).toISOString();
    const [rain, snow] = [hashOf("rain"), hashOf("snow")];
    assert.deepEqual(rowsOf(files, "positions.csv"), [
      ["conditionId", "asset", "size", "curPrice", "valuationTime"],
      [rain, tokenOf("rain yes"), "12.500000", "0.335000", time],
      [rain, tokenOf("rain no"), "12.500000", "0.665000", time],
      [snow, tokenOf("snow yes"), "12.500000", "0.500000", time],
      [snow, tokenOf("snow no"), "12.500000", "0.500000", time],
      [""],
    ]);
    assert.deepEqual(rowsOf(files, "equity.csv"), [
      ["cashBalance", "positionsValue", "equity", "valuationTime"],
      ["975.500000", "25.000000", "1000.500000", time],
      [""],
    ]);
  });

  void it("is empty of a wallet that nobody knows", async () => {
    const files = await download(walletOf("nobody"));
    assert.equal(rowsOf(files, "positions.csv").length, 2);
    assert.deepEqual(rowsOf(files, "equity.csv")[1]?.slice(0, 3), ["0.000000", "0.000000", "0.000000"]);
  });
});

void describe("an archive", () => {
  void it("holds its files as they are", () => {
    const files = [
      { name: "a.csv", text: "a,b\n" },
      { name: "empty", text: "" },
      { name: "names/ümlaut.txt", text: "€".repeat(70_000) },
    ];
    assert.deepEqual(filesOf(zipArchive(files)), new Map(files.map(({ name, text }) => [name, text])));
  });
});
