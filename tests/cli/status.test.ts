/** The read tables in the words of `presage status`, and amounts of memory. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bytesText } from "../../src/cli/terminal/table.ts";
import { modeText } from "../../src/cli/operator/exchange.ts";
import { backupRows, webhookRows } from "../../src/cli/operator/status.ts";
import { statisticsRows, tablesText } from "../../src/cli/operator/status.ts";

const CURRENT = {
  sequence: 41,
  behind: 0,
  rows: 0,
  bytes: 0,
  waitingReads: 0,
  holdsWriter: false,
  failing: null,
  flushSeconds: 0,
  blockedBy: [],
};
const BEHIND = { ...CURRENT, behind: 3, rows: 1_200, bytes: 1_100_000 };
const PSQL = { pid: 4711, name: "psql" };

const ROWS = [
  [CURRENT, "up to date"],
  [BEHIND, "at batch 41, 3 batches behind (1200 rows, 1.0 MiB)"],
  [
    { ...BEHIND, behind: 1, rows: 1, bytes: 300, waitingReads: 1 },
    "at batch 41, 1 batch behind (1 row, 300 bytes); 1 read waits for them",
  ],
  [
    { ...BEHIND, waitingReads: 2 },
    "at batch 41, 3 batches behind (1200 rows, 1.0 MiB); 2 reads wait for them",
  ],
  [
    { ...BEHIND, holdsWriter: true, failing: "the server is away" },
    "at batch 41, 3 batches behind (1200 rows, 1.0 MiB); the writer waits for them; they cannot be written: the server is away",
  ],
  [
    { ...BEHIND, flushSeconds: 12 },
    "at batch 41, 3 batches behind (1200 rows, 1.0 MiB); a write of them has been running for 12 s",
  ],
  [
    { ...BEHIND, flushSeconds: 192, blockedBy: [PSQL, { pid: 12, name: "" }] },
    "at batch 41, 3 batches behind (1200 rows, 1.0 MiB); a write of them has been running for 3 min 12 s and waits for locks of session 4711 (psql), session 12",
  ],
] as const;

describe("the status of the read tables", () => {
  for (const [tables, text] of ROWS) it(`is "${text}"`, () => assert.equal(tablesText(tables), text));
});

const UNCOUNTED = { sequence: 44, counted: null, counts: null, deposits: null, fees: null };
const LOCKED = "not known: another session of the database locks a table";

describe("figures that cannot be counted", () => {
  for (const [blockedBy, text] of [
    [[], LOCKED],
    [[PSQL], `${LOCKED}: see tables, above`],
  ] as const)
    it(`are "${text}"`, () =>
      assert.deepEqual(statisticsRows({ ...UNCOUNTED, tables: { ...BEHIND, blockedBy } }), [
        ["figures", text],
      ]));
});

const NORMAL = { mode: "normal", set: "normal", why: "", suspended: null, waiting: null } as const;
const FULL = "the disk is full";
const MODES = [
  [NORMAL, "normal"],
  [
    { ...NORMAL, waiting: "the read tables cannot take more" },
    "normal; commands wait: the read tables cannot take more",
  ],
  [
    { ...NORMAL, mode: "read-only", why: FULL, suspended: "the database does not answer" },
    `read-only (${FULL}); an operator set normal; nothing is taken: the database does not answer`,
  ],
] as const;

describe("the mode of the exchange", () => {
  for (const [mode, text] of MODES) it(`is "${text}"`, () => assert.equal(modeText(mode), text));
});

const LAST = { file: "a.backup", time: "", ageSeconds: 11_530, bytes: 2_048, sequence: 9, verified: true };
const BACKUPS = {
  place: "/mnt/backups",
  last: LAST,
  covered: "",
  lagSeconds: 12,
  lateSeconds: 0,
  underway: null,
  failing: null,
  trouble: [],
};
const WELL = [
  ["backups", "in /mnt/backups"],
  ["last backup", "a.backup, 3 h 12 min ago, 2.0 KiB, read back"],
  ["archive", "12 s behind"],
];

describe("the status of backups", () => {
  for (const [name, backups, rows] of [
    ["without a place", null, [["backups", "none are made: PRESAGE_BACKUP_DIR names no place"]]],
    ["that are well", BACKUPS, WELL],
    [
      "that fail after a start",
      { ...BACKUPS, last: { ...LAST, verified: false }, trouble: ["the disk is full"] },
      [
        WELL[0],
        ["last backup", "a.backup, 3 h 12 min ago, 2.0 KiB, from before the start"],
        WELL[2],
        ["backups", "the disk is full"],
      ],
    ],
    [
      "whose place cannot be read",
      {
        ...BACKUPS,
        last: null,
        lagSeconds: null,
        failing: { why: "no answer", since: "2026-06-01T12:00:00.000Z" },
        trouble: ["no answer"],
      },
      [
        WELL[0],
        ["last backup", "none known"],
        ["archive", "not known how far it is"],
        ["backups", "no answer"],
      ],
    ],
    [
      "of which the first is underway",
      { ...BACKUPS, last: null, lagSeconds: null, underway: "2026-06-01T12:00:00.000Z" },
      [
        ["backups", "in /mnt/backups; one is being written since 2026-06-01T12:00:00.000Z"],
        ["last backup", "none yet"],
        ["archive", "not known how far it is"],
      ],
    ],
  ] as const)
    it(name, () =>
      assert.deepEqual(backupRows(backups && { ...backups, trouble: [...backups.trouble] }), rows),
    );
});

const HOOK = { id: "wh_1", description: "", state: "current", lagSeconds: 0, waiting: 0, dead: 0 } as const;

describe("the status of webhooks", () => {
  for (const [webhooks, rows] of [
    [null, [["webhooks", "not known: the database does not tell now"]]],
    [[], [["webhooks", "none"]]],
    [
      [
        { ...HOOK, trouble: [] },
        {
          ...HOOK,
          id: "wh_2",
          description: "ledger",
          trouble: ["it is paused", "one delivery was given up"],
        },
      ],
      [
        ["webhooks", "2 webhooks, 1 well"],
        ["wh_2", "ledger: it is paused; one delivery was given up"],
      ],
    ],
  ] as const)
    it(`is ${JSON.stringify(rows)}`, () =>
      assert.deepEqual(
        webhookRows(webhooks && webhooks.map((one) => ({ ...one, trouble: [...one.trouble] }))),
        rows,
      ));
});

const AMOUNTS = [
  [0, "0 bytes"],
  [1, "1 byte"],
  [1_023, "1023 bytes"],
  [1_024, "1.0 KiB"],
  [10_188, "9.9 KiB"],
  [10_240, "10 KiB"],
  [1_048_575, "1.0 MiB"],
  [1_048_576, "1.0 MiB"],
  [18_900_000, "18 MiB"],
  [268_435_456, "256 MiB"],
  [1_610_612_736, "1.5 GiB"],
] as const;

describe("an amount of memory", () => {
  for (const [bytes, text] of AMOUNTS)
    it(`of ${bytes} is "${text}"`, () => assert.equal(bytesText(bytes), text));
});
