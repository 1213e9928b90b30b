/** Addresses in listings: those of the web, of pictures here, and words that name a source. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findPictureProblem, findSourceProblem } from "../../src/listings/gamma-fields.ts";

const SCRIPTS = [
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001data:text/html,x",
];
const HASH = "4f".repeat(32);

for (const text of ["", "https://a.example/b.png", "HTTP://a.example", `/images/${HASH}`])
  test(`a picture may be ${JSON.stringify(text)}`, () => assert.equal(findPictureProblem(text), undefined));

for (const text of [
  ...SCRIPTS,
  "b.png",
  "//a.example/b.png",
  "/images/../x",
  `/images/${HASH}0`,
  "ftp://a.example",
])
  test(`a picture may not be ${JSON.stringify(text)}`, () =>
    assert.match(findPictureProblem(text) ?? "", /^is not an address with http/));

for (const text of [
  "",
  "https://a.example/x?y=1:2",
  "The station Bern: 0.1 mm",
  "10:30 news",
  "雨: x",
  "http://a:80",
])
  test(`a source may be ${JSON.stringify(text)}`, () => assert.equal(findSourceProblem(text), undefined));

for (const text of [...SCRIPTS, "\u200bvbscript:x", "file:///etc/passwd", "Source: the station", "http:x"])
  test(`a source may not be ${JSON.stringify(text)}`, () =>
    assert.match(findSourceProblem(text) ?? "", /^is not an address with http.*, or text/));
