/** Entries of the audit log in words: for the command, and in the languages of the console. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { entryText } from "../../src/cli/operator/audit.ts";
import { AUDIT_WORDS } from "../../src/cli/operator/audit-words.ts";
import { sentencePieces } from "../../src/core/events/audit-pieces.ts";
import { AUDIT_ACTIONS, listReferences } from "../../src/core/events/audit-actions.ts";
import type { AuditWords } from "../../src/core/events/audit-actions.ts";
import { consolePt } from "../../web/src/text/console-pt.ts";

const CONDITION = `0x${"c".repeat(64)}`;
const WALLET = `0x${"a".repeat(40)}`;

const NAMES = [
  { kind: "market", id: CONDITION, name: "Will it rain?", slug: "rain", outcomes: ["Wet", "Dry"] },
  { kind: "event", id: "81", name: "Weather", slug: "weather", outcomes: null },
  { kind: "account", id: WALLET, name: "Bold Otter", slug: null, outcomes: null },
] as const;

const RAIN = "“Will it rain?” (rain)";
const OTTER = `Bold Otter (${WALLET})`;

type Row = readonly [
  action: string,
  subject: string,
  details: Readonly<Record<string, unknown>>,
  text: string,
];

const ROWS: readonly Row[] = [
  ["open-market", CONDITION, {}, `Opened ${RAIN}`],
  ["resolve-market", CONDITION, { payout: [0, 1] }, `Resolved ${RAIN}: Dry pays`],
  ["resolve-market", CONDITION, { payout: [1, 1] }, `Resolved ${RAIN}: each outcome pays half`],
  [
    "propose-resolution",
    CONDITION,
    { payout: [1, 0], link: "https://w.example" },
    `Proposed the resolution of ${RAIN}: Wet pays, with https://w.example`,
  ],
  [
    "propose-resolution",
    CONDITION,
    { payout: [1, 0], link: "" },
    `Proposed the resolution of ${RAIN}: Wet pays`,
  ],
  [
    "create-market",
    CONDITION,
    { event: "81", open: true },
    `Created ${RAIN} in “Weather” (weather) and opened it`,
  ],
  ["create-market", CONDITION, { event: "81", open: false }, `Created ${RAIN} in “Weather” (weather)`],
  ["create-event", "81", { markets: 1 }, "Created “Weather” (weather) with 1 market"],
  ["clarify", CONDITION, { text: "Snow is no rain." }, `Clarified ${RAIN}: “Snow is no rain.”`],
  ["clarify", "81", { text: "x" }, "Clarified “Weather” (weather): “x”"],
  ["resolve-event", "81", { winner: CONDITION }, `Resolved “Weather” (weather): ${RAIN} won`],
  ["cancel-orders", WALLET, { market: CONDITION }, `Cancelled the open orders of ${OTTER} in ${RAIN}`],
  ["credit", WALLET, { amount: "12.5" }, `Credited 12.5 to ${OTTER}`],
  ["open-account", WALLET, { owner: WALLET }, `Opened the account of ${OTTER}`],
  ["mode", "halted", {}, "Set the mode of the exchange to halted"],
  ["fund-accounts", "accounts", { accounts: 2, total: "7" }, "Credited 2 accounts from a list, 7 in total"],
  ["remove-site", "a.example", {}, "Removed the site a.example"],
  ["remove-site", "a.example", { count: 1, wallets: [WALLET] }, "Removed 1 wallet from the site a.example"],
  [
    "make-invite",
    "i1",
    { amount: "5", uses: 2, until: null },
    "Created the invite i1 for 2 people, 5 per person",
  ],
  // An entry of an earlier release.
  ["withdraw-announcement", "a1", {}, "Withdrew the announcement a1"],
  // A market that is not there any more, and an action of another release.
  ["open-market", `0x${"d".repeat(64)}`, {}, `Opened 0x${"d".repeat(64)}`],
  ["paint", "81", { colour: "red" }, "paint: 81"],
];

const entry = (action: string, subject: string, details: Readonly<Record<string, unknown>>) => ({
  sequence: 7,
  time: "2026-05-01T12:00:00Z",
  operator: "ann",
  action,
  subject,
  reason: "",
  details,
  names: NAMES.map(({ outcomes, ...name }) => ({ ...name, outcomes: outcomes && [...outcomes] })),
});

describe("the words of the audit log", () => {
  for (const [action, subject, details, text] of ROWS)
    it(`tells ${text}`, () => {
      assert.equal(entryText(entry(action, subject, details)), `2026-05-01T12:00:00Z  ann  ${text}\n`);
    });

  it("tells each field that changed, before and after, and the reason", () => {
    const fees = { rate: 200, exponent: 1, takerOnly: true };
    const changes = [
      { field: "endDate", from: null, to: "2027-06-01T00:00:00Z" },
      { field: "fees", from: null, to: fees },
      { field: "groupItemTitle", from: "a", to: "b\u001b[31m" },
      { field: "colour", from: 1, to: [2, 3] },
      "no change",
    ];
    const text = entryText({ ...entry("edit-market", CONDITION, { changes }), reason: "asked" });
    assert.deepEqual(text.split("\n").slice(1), [
      "    Ends: none -> 2027-06-01T00:00:00Z",
      "    Fees: none -> rate 0.02, exponent 1, takers pay",
      "    Short name: a -> b [31m",
      "    colour: 1 -> 2, 3",
      "    Why: asked",
      "",
    ]);
  });

  it("names what has a page of its own", () => {
    const made = entry("create-market", CONDITION, { event: "81", open: true });
    assert.deepEqual(listReferences(made), [
      { kind: "market", id: CONDITION },
      { kind: "event", id: "81" },
    ]);
  });

  it("says the same in every language", () => {
    const kinds = ({ sentences }: AuditWords, action: keyof typeof AUDIT_ACTIONS): string[] =>
      [...sentences[action].matchAll(/\{(\w+[?!]?)/g)].map(([, name = ""]) => name).sort();
    for (const action of Object.keys(AUDIT_ACTIONS).filter(
      (name): name is keyof typeof AUDIT_ACTIONS => name in AUDIT_ACTIONS,
    ))
      assert.deepEqual(kinds(consolePt.deeds, action), kinds(AUDIT_WORDS, action), action);
    const told = sentencePieces(entry("credit", WALLET, { amount: "12.5" }), consolePt.deeds);
    assert.deepEqual(
      told.map((piece) => ("id" in piece ? piece.id : piece.text)),
      ["Creditou ", "12.5", " a ", WALLET],
    );
  });
});
