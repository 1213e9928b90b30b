/** The kind: the words of the JSON parser. Each flaw is told in our own, with no more than a character of the text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { JsonFault, parseJson } from "../../src/http/operation/json-text.ts";

const FLAWED: readonly (readonly [text: string, got: string])[] = [
  ["secret=secret", '"s" where a value is expected'],
  ["{'secret':1}", '"\'" at character 2'],
  ['{"secret":1,}', '"}" at character 13'],
  ['["secret",]', '"]" where a value is expected'],
  ['{"a":secret}', '"s" where a value is expected'],
  ['{"secret" 1}', '"1" at character 11'],
  ['{"secret":"secret', "the end of the text after character 17"],
  ['{"secret', "the end of the text after character 8"],
  ['["secret"', "the end of the text after character 9"],
  ['{"secret":1}secret', '"s" at character 13'],
  ['"secret\n"', '"\\n" at character 8'],
  ['"secret\\x"', '"x" at character 9'],
  ['"secret\\u12"', '"\\"" at character 12'],
  ["01", '"1" at character 2'],
  ["-", "the end of the text after character 1"],
  ["1e", "the end of the text after character 2"],
  ["undefined", "undefined"],
  ["NaN", "NaN"],
  ["\uFEFF{]", '"]" at character 2'],
  ["  ", "blanks"],
  ["", "blanks"],
];

for (const [text, got] of FLAWED)
  test(`no JSON: ${JSON.stringify(text)}`, () => {
    const fault = faultOf(text);
    assert.deepEqual([fault.message, fault.isJson], [`expected JSON, got ${got}`, false]);
    assert.doesNotMatch(fault.message, /secret|Unexpected|position|JSON\.parse/);
  });

for (const [text, place] of [
  ['[{"__proto__":1}]', "0.__proto__"],
  ['{"a":{"b":[0,{"__proto__":{}}]}}', "a.b.1.__proto__"],
  ['{"a":{"constructor":{"prototype":1}}}', "a.constructor"],
] as const)
  test(`a name that is not allowed: ${text}`, () => {
    const fault = faultOf(text);
    assert.deepEqual(
      [fault.message, fault.isJson],
      [`${place}: a field of this name is not allowed, expected another`, true],
    );
  });

function faultOf(text: string): JsonFault {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonFault) return error;
    throw error;
  }
  return assert.fail(`${text} is taken`);
}
