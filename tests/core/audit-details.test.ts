/** Details of operators' entries that state follows from: written exactly, and read back as they were. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeDetails, handleAuditEntry } from "../../src/core/events/audit-actions.ts";
import type { AuditAction } from "../../src/core/events/audit-actions.ts";

const ADDRESS = `0x${"a1".repeat(20)}`;

/** Details as journals of all releases have them. */
const STORED: { readonly [A in AuditAction]?: string } = {
  "start-house-maker": `{"kind":"fair-value","levels":20,"run":3,"address":"${ADDRESS}","budget":"1234567890.123456","maximumLoss":"0.000001","startPrice":"0.0001"}`,
  credit: '{"amount":"2.5"}',
  debit: '{"amount":"0.000001"}',
  "make-invite": '{"list":"l","amount":"5","uses":2,"until":1777593600000}',
  "use-invite": `{"invite":"i","owner":"${ADDRESS}","amount":"5","name":"given"}`,
  "set-brand": '{"name":"Ours","accent":"#1f4fd8","logo":{"hash":"ab","type":"image/png","side":64}}',
  announce:
    '{"kind":"warning","text":"A pause","link":"https://status.example/","from":"2026-05-01T12:00:00.000Z","until":"2026-05-02T12:00:00.000Z"}',
};
const ALL = Object.entries(STORED) as [AuditAction, string][];

/** Gives what the handler of the action gets of these details. */
function decode(action: AuditAction, details: Readonly<Record<string, unknown>>): unknown {
  let found: unknown;
  const entry = { action, subject: "s", operator: "o", reason: "", at: 0, details };
  handleAuditEntry({ [action]: (given: typeof entry) => void (found = given.details) }, entry);
  return found;
}

test("are the same bytes after a way through their values, to the last millionth", () => {
  for (const [action, text] of ALL)
    assert.equal(JSON.stringify(encodeDetails(action, decode(action, JSON.parse(text)) as never)), text);
  assert.deepEqual(decode("start-house-maker", JSON.parse(STORED["start-house-maker"] ?? "")), {
    kind: "fair-value",
    levels: 20,
    run: 3,
    address: ADDRESS,
    budget: 1_234_567_890_123_456,
    maximumLoss: 1,
    startPrice: 1,
  });
});

test("further details are ignored", () => {
  for (const [action, text] of ALL)
    assert.deepEqual(decode(action, { ...JSON.parse(text), changes: [] }), decode(action, JSON.parse(text)));
});

test("an optional one is null in the journal, and may be absent, but not of another kind", () => {
  const optional = [
    ["debit", "amount"],
    ["make-invite", "until"],
    ["set-brand", "accent"],
    ["set-brand", "logo"],
    ["announce", "link"],
    ["announce", "until"],
  ] as const;
  for (const [action, name] of optional) {
    const stored = { ...JSON.parse(STORED[action] ?? ""), [name]: null };
    assert.equal(
      JSON.stringify(encodeDetails(action, decode(action, stored) as never)),
      JSON.stringify(stored),
    );
    assert.deepEqual(decode(action, { ...stored, [name]: undefined }), decode(action, stored));
    for (const wrong of [true, [], action === "make-invite" ? "x" : 7])
      assert.throws(
        () => decode(action, { ...stored, [name]: wrong }),
        /does not describe/,
        `${action} ${name}`,
      );
  }
});

test("are refused where one is missing or of another kind", () => {
  const stored = JSON.parse(STORED["start-house-maker"] ?? "");
  for (const name of Object.keys(stored))
    for (const wrong of [undefined, null, {}, "x"])
      if (name !== "address" || wrong !== "x")
        assert.throws(
          () => decode("start-house-maker", { ...stored, [name]: wrong }),
          /does not describe start-house-maker/,
        );
});

test("an entry of another action, or of one that this release does not know, changes nothing", () => {
  const entry = { subject: "s", operator: "o", reason: "", at: 0, details: {} };
  for (const action of ["note", "toString", "of a later release"])
    handleAuditEntry({ credit: () => assert.fail("the handler of another action") }, { ...entry, action });
});
