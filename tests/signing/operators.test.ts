import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { readConfig } from "../../src/settings/config.ts";
import { createOperatorRegister, parseOperators, FIRST_ROLES } from "../../src/signing/operators.ts";

const [FIRST, ONE, OTHER] = ["ad", "0a", "0b"].map((byte) => byte.repeat(32)) as [string, string, string];

describe("configured operators", () => {
  it("have a name, roles and a token", () => {
    assert.deepEqual(parseOperators(`desk=market-admin+resolver:${ONE}, night-desk=treasury:${OTHER}ff`), [
      { name: "desk", roles: ["market-admin", "resolver"], token: ONE },
      { name: "night-desk", roles: ["treasury"], token: `${OTHER}ff` },
    ]);
  });

  it("have each role once", () => {
    const [desk] = parseOperators(`desk=treasury+treasury:${ONE}`);
    assert.deepEqual(desk?.roles, ["treasury"]);
  });

  it("are none unless configured", () => {
    for (const settings of [{}, { PRESAGE_OPERATORS: "" }])
      assert.deepEqual(readConfig(settings, []).operators, []);
  });
});

const REFUSED: readonly (readonly [what: string, text: string, why: RegExp])[] = [
  ["no name", `=resolver:${ONE}`, /^expected NAME=ROLE\[\+ROLE\]:TOKEN, .* in entry 1$/],
  ["a name in capitals", `Desk=resolver:${ONE}`, /in entry 1$/],
  ["a long name", `${"d".repeat(33)}=resolver:${ONE}`, /in entry 1$/],
  ["nothing but a token", `desk=resolver:${ONE},${OTHER}`, /in entry 2$/],
  ["a token in the name's place", `${ONE}=resolver:desk`, /in entry 1$/],
  ["a comma at the end", `desk=resolver:${ONE},`, /in entry 2$/],
  ["no token", "desk=resolver:", /^expected a token of at least 64 hexadecimal characters for desk$/],
  ["a short token", `desk=resolver:${ONE.slice(1)}`, /for desk$/],
  ["a token that is not hexadecimal", `desk=resolver:${"xy".repeat(32)}`, /for desk$/],
  [
    "no role",
    `desk=:${ONE}`,
    /^expected roles among market-admin, resolver, treasury, viewer, metrics .* for desk$/,
  ],
  ["an unknown role", `desk=resolver+owner:${ONE}`, /for desk$/],
  ["a token in a role's place", `desk=${OTHER}:${ONE}`, /^expected roles among .* for desk$/],
  [
    "a name given twice",
    `desk=resolver:${ONE},desk=treasury:${OTHER}`,
    /^the name desk is taken by another operator$/,
  ],
  ["the first operator's name", `admin=resolver:${ONE}`, /^the name admin is taken/],
  [
    "a token given twice",
    `desk=resolver:${ONE},night=treasury:${ONE.toUpperCase()}`,
    /^night has the token of desk$/,
  ],
];

describe("an invalid operator", () => {
  for (const [what, text, why] of REFUSED) {
    it(`is refused at the start, without a token in the message: ${what}`, () => {
      const refusal = refusalOf(() => readConfig({ PRESAGE_OPERATORS: text }, []));
      assert.match(refusal, /^PRESAGE_OPERATORS: /);
      assert.match(refusal.replace("PRESAGE_OPERATORS: ", ""), why);
      assert.doesNotMatch(refusal, /[0-9a-f]{20}|(xy){8}/i);
    });
  }

  it("has the token of the first one", () => {
    const refusal = refusalOf(() => createOperatorRegister(FIRST, parseOperators(`desk=resolver:${FIRST}`)));
    assert.equal(refusal, "PRESAGE_OPERATORS: desk has the token of admin");
  });
});

function refusalOf(start: () => unknown): string {
  try {
    start();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "it was taken";
}

test("an operator is found by the exact token and by nothing else", () => {
  const register = createOperatorRegister(FIRST, parseOperators(`desk=resolver:${ONE}`));
  assert.deepEqual(register.find(FIRST), { name: "admin", roles: FIRST_ROLES });
  assert.deepEqual(register.find(ONE), { name: "desk", roles: ["resolver"] });
  for (const token of ["", ONE.slice(1), `${ONE}0`, OTHER, ` ${ONE}`, ONE.toUpperCase()])
    assert.equal(register.find(token), undefined);
});
