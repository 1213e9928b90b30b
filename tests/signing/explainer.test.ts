/**
 * Explanations of wrong signatures, beside the main thread: the limit of waiting clients, and no secrets in answers.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, test } from "node:test";
import { explainSignature } from "../../src/tools/doctor/explain-request.ts";
import { createExplainer } from "../../src/tools/doctor/explainer.ts";
import { createSlotPool } from "../../src/base/slot-pool.ts";
import type { ClaimedSignature, Explanation } from "../../src/tools/doctor/explainer.ts";

const explainer = createExplainer(
  { domains: [], trustFirstUse: true },
  createSlotPool({ most: 4, ofAddress: 3 }),
  600_000,
);
after(() => explainer.close());

const secret = Buffer.alloc(32, 7);
const passphrase = "ab".repeat(32);
const key = { secret, apiKey: "6e7c7a55-7d0c-4a9e-8f2e-4b1f3f1f6a01", passphrase, others: [] };
const mac = (message: string): Buffer => createHmac("sha256", secret).update(message).digest();

const claimOf = (timestamp: string, given: string) => ({
  method: "GET",
  path: "/balances",
  prefix: "",
  query: "?id=7",
  host: "127.0.0.1",
  body: Buffer.alloc(0),
  timestamp,
  given,
});

/** A signature without an explanation, for which every mistake is tried. */
const unexplained: ClaimedSignature = {
  of: "request",
  claim: claimOf("1780000000", Buffer.alloc(32, 1).toString("base64")),
  key,
};

const mistakeOf = ({ checks }: Explanation): string | undefined => checks.find(({ ok }) => !ok)?.mistake;

test("clients beyond the limit of waiting ones get no explanation; an operator waits", async () => {
  const asked = Array.from({ length: 10 }, (_, index) =>
    explainer.explainIfFree(unexplained, index < 5 ? "192.0.2.1" : "192.0.2.2"),
  );
  const operators = explainer.explain(unexplained);
  const told = await Promise.all(asked);
  const explained = told.filter((one) => one !== undefined);
  assert.equal(explained.length, 4);
  assert.deepEqual([...told.slice(0, 3), ...told.slice(5, 6)], explained, "others find what one leaves");
  for (const one of [...explained, await operators]) assert.equal(mistakeOf(one), "signature_unexplained");
  const later = await explainer.explainIfFree(unexplained, "192.0.2.1");
  assert.equal(later && mistakeOf(later), "signature_unexplained");
});

test("a client whose explanation takes too long gets none; an operator goes before clients", async () => {
  const impatient = createExplainer(
    { domains: [], trustFirstUse: true },
    createSlotPool({ most: 16, ofAddress: 12 }),
    0,
  );
  try {
    const ended: string[] = [];
    const asked = Array.from({ length: 3 }, () =>
      explainer.explainIfFree(unexplained, "192.0.2.1").then(() => ended.push("client")),
    );
    const operators = explainer.explain(unexplained).then(() => ended.push("operator"));
    assert.equal(await impatient.explainIfFree(unexplained, "192.0.2.1"), undefined);
    await Promise.all([...asked, operators]);
    assert.deepEqual(ended, ["client", "operator", "client", "client"]);
  } finally {
    await impatient.close();
  }
});

test("each waiting client gets its own answer, without a secret", async () => {
  const given = mac("1780000001GET/balances?id=7").toString("base64");
  const [query, none] = await Promise.all([
    explainer.explain({ of: "request", claim: claimOf("1780000001", given), key }),
    explainer.explain(unexplained),
  ]);
  assert.deepEqual([mistakeOf(query), mistakeOf(none)], ["query_signed", "signature_unexplained"]);
  const right = mac("1780000001GET/balances");
  const told = JSON.stringify([query, none]);
  assert.ok(!told.includes(passphrase));
  for (const hidden of [secret, right])
    for (const form of ["hex", "base64", "base64url"] as const)
      assert.ok(!told.includes(hidden.toString(form).replace("=", "")), form);
});

test("a signature whose base64 begins with 0x is read as base64", () => {
  for (let second = 1_780_000_000; ; second += 1) {
    const given = mac(`${second}GET/balances?id=7`).toString("base64");
    if (!/^0x/i.test(given)) continue;
    assert.equal(
      mistakeOf({ checks: explainSignature(claimOf(String(second), given), key), signers: [] }),
      "query_signed",
    );
    return;
  }
});
