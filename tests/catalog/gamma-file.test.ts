import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";

import * as fc from "fast-check";

import type { ParsedEvent } from "../../src/listings/gamma-event.ts";
import {
  GammaFileError,
  createSplitter,
  finishSplitting,
  readGammaFile,
  splitChunk,
} from "../../src/listings/gamma-file.ts";
import { gammaEvent, gammaMarket } from "./gamma-documents.ts";

const NO_EVENT =
  'a market without its event: expected the document of an event with its markets, or of a market with "events"';

let directory = "";
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "presage-gamma-"));
});
after(() => rm(directory, { recursive: true }));

async function collect(dump: AsyncIterable<ParsedEvent>): Promise<readonly ParsedEvent[]> {
  const parsed: ParsedEvent[] = [];
  for await (const event of dump) parsed.push(event);
  return parsed;
}

async function read(content: string | Uint8Array): Promise<readonly ParsedEvent[]> {
  const path = join(directory, "dump.json");
  await writeFile(path, content);
  return collect(readGammaFile(path));
}

const idsOf = (parsed: readonly ParsedEvent[]) => parsed.map(({ listing }) => listing?.event.id);

const events = [gammaEvent(1), gammaEvent(2), gammaEvent(3)];
const ids = ["20001", "20002", "20003"];
const lines = events.map((event) => JSON.stringify(event));

describe("a dump of events", () => {
  const shapes: readonly (readonly [string, string])[] = [
    ["an array", JSON.stringify(events)],
    ["an indented array", JSON.stringify(events, null, 2)],
    ["an array behind a byte order mark", `\ufeff${JSON.stringify(events)}`],
    ["a page of events", JSON.stringify({ pagination: { hasMore: false, data: 3 }, events })],
    ["a page of data", JSON.stringify({ data: events, next_cursor: "events", more: [[]] }, null, 1)],
    ["several pages", `${JSON.stringify(events.slice(0, 2))}\n${JSON.stringify({ data: events.slice(2) })}`],
    ["one event a line", `${lines.join("\n")}\n`],
    ["one event a line, with blank lines", `\r\n${lines.join("\r\n\r\n")}`],
  ];
  for (const [shape, content] of shapes)
    it(`may be ${shape}`, async () => {
      assert.deepEqual(idsOf(await read(content)), ids);
    });

  it("may be packed, whole", async () => {
    const path = join(directory, "dump.json.gz");
    const packed = gzipSync(JSON.stringify(events));
    await writeFile(path, packed);
    assert.deepEqual(idsOf(await collect(readGammaFile(path))), ids);
    await writeFile(path, packed.subarray(0, 80));
    await assert.rejects(collect(readGammaFile(path)), { message: `${path}: it is not whole gzip data` });
  });

  it("may have numbers that JavaScript has not: NaN, and whole ones that it would round", async () => {
    const text = JSON.stringify(
      gammaEvent(1, { volume: "-", markets: [gammaMarket(1, { clobTokenIds: "-" })] }),
    )
      .replace('"volume":"-"', '"volume":NaN,"liquidity":0.12345678901234567')
      .replace('"clobTokenIds":"-"', '"clobTokenIds":[10000000000000000001, 10000000000000000002]');
    const [parsed] = await read(text);
    assert.deepEqual(parsed?.listing?.markets[0]?.tokenIds, ["10000000000000000001", "10000000000000000002"]);
    assert.deepEqual(parsed.unread, [{ what: "event", field: "liquidity", value: "0.12345678901234566" }]);
  });

  const [shared, other] = [gammaEvent(1, { markets: undefined }), gammaEvent(2, { markets: undefined })];
  const markets = [
    gammaMarket(1, { events: [shared] }),
    gammaMarket(2, { events: [other] }),
    gammaMarket(3, { events: JSON.stringify([shared]) }),
  ];
  for (const [shape, content] of [
    ["an array", JSON.stringify(markets)],
    ["a page", JSON.stringify({ markets, next_cursor: "LTE=" })],
    ["one a line", markets.map((market) => JSON.stringify(market)).join("\n")],
  ] as const)
    it(`may be of markets with their events, as ${shape}`, async () => {
      const parsed = await read(content);
      assert.deepEqual(idsOf(parsed), ["20001", "20002"]);
      assert.deepEqual(
        parsed.map(({ listing }) => listing?.markets.map(({ id }) => id)),
        [["500001", "500003"], ["500002"]],
      );
    });

  it("may be a single event", async () => {
    assert.deepEqual(idsOf(await read(JSON.stringify(gammaEvent(1), null, 2))), ["20001"]);
  });

  it("may be empty as a list", async () => {
    assert.deepEqual(await read(" [ ] "), []);
    assert.deepEqual(await read('{"events":[]}'), []);
  });

  it("may be larger than one read", async () => {
    const description = 'brackets ]} and "quotes" \\ – äöü 茶 '.repeat(1500);
    const many = Array.from({ length: 80 }, (_, index) => gammaEvent(index + 1, { description }));
    const parsed = await read(JSON.stringify({ events: many }));
    assert.equal(parsed.length, 80);
    for (const { listing, skipped } of parsed) {
      assert.deepEqual(skipped, []);
      assert.equal(listing?.event.description, description);
    }
  });

  it("names skipped events, also one that is in two pages", async () => {
    const parsed = await read(JSON.stringify([gammaEvent(1), gammaEvent(1), 5, gammaMarket(4)]));
    assert.deepEqual(
      parsed.flatMap(({ skipped }) => skipped.map((entry) => entry.reason)),
      ["event id 20001 is listed already", "not an object", NO_EVENT],
    );
  });

  it("shares taken ids with other files when asked to", async () => {
    const path = join(directory, "shared.json");
    await writeFile(path, JSON.stringify([gammaEvent(1)]));
    const taken = new Set<string>();
    const [first] = await collect(readGammaFile(path, taken));
    const [second] = await collect(readGammaFile(path, taken));
    assert.ok(first?.listing !== undefined && second?.listing === undefined);
  });
});

describe("a file that is no dump", () => {
  const rows: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ["is empty", "", /it is empty/],
    ["is blank", " \n ", /it is empty/],
    ["is text", "hello", /has "hello" where an object or a list should start/],
    ["is a number a line", "1\n2\n", /where an object or a list should start/],
    ["is CSV", 'id,slug\n1,"a"', /comma between top-level values/],
    ["ends too soon", JSON.stringify(events).slice(0, -30), /ends in the middle of a value/],
    ["ends inside a string", '[{"id": "1', /ends in the middle of a value/],
    ["has a bracket too many", "[]]", /closing bracket too many/],
    ["closes a list with a brace", "[{}}", /a list in it is not closed/],
    ["lacks an element", "[{},,{}]", /lacks an element/],
    ["ends a list with a comma", "[{},]", /lacks an element/],
    ["has text behind the list", "[] etc", /has "etc" where/],
    ["holds an item that is not JSON", `[${lines[0]}, {"id" 5}]`, /item 2 is not JSON/],
    [
      "is an object of another shape",
      '{"rows": [], "count": 0}',
      /expected an array .* found an object with the keys rows, count/,
    ],
    ["is an empty object", "{}", /found an empty object/],
    ["is not UTF-8", Uint8Array.from([0x5b, 0xff, 0x5d]), /it is not UTF-8 text/],
  ];
  for (const [what, content, message] of rows)
    it(`is refused by name when it ${what}`, async () => {
      await assert.rejects(read(content), (error) => {
        assert.ok(error instanceof GammaFileError);
        assert.match(error.message, /dump\.json: /);
        assert.match(error.message, message);
        return true;
      });
    });

  it("is refused by name when it is not there, or a directory", async () => {
    const missing = join(directory, "missing.json");
    await assert.rejects(collect(readGammaFile(missing)), {
      message: `${missing}: there is no such file`,
    });
    await assert.rejects(collect(readGammaFile(directory)), {
      message: `${directory}: it is a directory`,
    });
  });

  it("yields the events before the fault", async () => {
    const path = join(directory, "half.json");
    await writeFile(path, `${lines[0]}\n{"id"`);
    const dump = readGammaFile(path);
    assert.equal((await dump.next()).value?.listing?.event.id, "20001");
    await assert.rejects(dump.next(), GammaFileError);
  });
});

it("finds the same items however the text is cut into pieces", () => {
  const items = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 });
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 3 }), (values, length, shape) => {
      const safe = values.map((value) => ({ id: 1, nested: value }));
      const text =
        shape < 2
          ? JSON.stringify(shape === 0 ? safe : { before: safe, events: safe, after: [safe] })
          : `${safe.map((value) => JSON.stringify(value)).join("\n")}\n{"id":2}`;
      const splitter = createSplitter();
      const found: unknown[] = [];
      for (let at = 0; at < text.length; at += length)
        for (const item of splitChunk(splitter, text.slice(at, at + length)))
          found.push(JSON.parse(item.text));
      finishSplitting(splitter);
      assert.deepEqual(found, JSON.parse(JSON.stringify(shape < 2 ? safe : [...safe, { id: 2 }])));
    }),
    { numRuns: 500 },
  );
});
