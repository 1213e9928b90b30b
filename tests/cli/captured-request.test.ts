/** Requests as people keep them: text of HTTP, and curl commands with all their quotes. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readCapturedRequest } from "../../src/cli/doctor.ts";

const read = (text: string) => {
  const { body, ...request } = readCapturedRequest(Buffer.from(text));
  return { ...request, body: Buffer.from(body).toString() };
};

const PLACED = {
  method: "POST",
  url: "/order",
  headers: [["POLY_ADDRESS", "0xA1"]],
  body: '{"a":"é"}',
};

const MESSAGES: readonly (readonly [how: string, text: string, expected: typeof PLACED])[] = [
  ["as it goes over the wire", 'POST /order HTTP/1.1\r\nPOLY_ADDRESS: 0xA1\r\n\r\n{"a":"é"}', PLACED],
  ["with an editor's line breaks", 'POST /order HTTP/1.1\nPOLY_ADDRESS: 0xA1\n\n{"a":"é"}\n', PLACED],
  ["without a version", 'POST /order\nPOLY_ADDRESS:0xA1\n\n{"a":"é"}', PLACED],
  [
    "with a length, which decides where the body ends",
    "POST /order HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}\n",
    { ...PLACED, headers: [["content-length", "2"]], body: "{}" },
  ],
  [
    "without a body",
    "GET /time HTTP/1.1\r\nHost: x\r\n\r\n",
    { method: "GET", url: "/time", headers: [["Host", "x"]], body: "" },
  ],
  [
    "without headers",
    "GET http://127.0.0.1:7001/time",
    { method: "GET", url: "http://127.0.0.1:7001/time", headers: [], body: "" },
  ],
  [
    "blank lines in the body",
    "POST /order HTTP/1.1\n\none\n\ntwo",
    { method: "POST", url: "/order", headers: [], body: "one\n\ntwo" },
  ],
];

const URL = "http://x/order";

const COMMANDS: readonly (readonly [command: string, expected: Partial<typeof PLACED>])[] = [
  [`curl ${URL}`, { method: "GET", body: "" }],
  [`$ curl -X DELETE '${URL}'`, { method: "DELETE", body: "" }],
  [`curl -XDELETE "${URL}" -sS --compressed`, { method: "DELETE" }],
  [`curl --request PUT --url ${URL}`, { method: "PUT" }],
  [`curl x/order`, { method: "GET" }],
  [`curl ${URL} -d '{"a":1}'`, { method: "POST", body: '{"a":1}' }],
  [`curl ${URL} --data-raw "{\\"a\\":\\"b\\"}"`, { method: "POST", body: '{"a":"b"}' }],
  [`curl ${URL} --data-raw $'it\\'s\\n\\u00e9'`, { body: "it's\né" }],
  [`curl ${URL} -d a=1 -d b=2`, { body: "a=1&b=2" }],
  [`curl -G ${URL} -d a=1`, { method: "GET", url: `${URL}?a=1`, body: "" }],
  [
    `curl -m 5 -o out.json -H 'A: 1' -H"B:2" \\\n  --header "C_D: 3 4" ${URL}`,
    {
      headers: [
        ["A", "1"],
        ["B", "2"],
        ["C_D", "3 4"],
      ],
    },
  ],
  [`curl ${URL} --data='x y'`, { body: "x y" }],
];

const REFUSED: readonly (readonly [text: string, why: RegExp])[] = [
  ["", /got nothing/],
  [" \n", /got nothing/],
  ["hello there", /expected a request line/],
  ["POST order", /expected a request line/],
  ["SVC_PASSPHRASE: one that is kept", /got a line of 32 characters$/],
  ["GET / HTTP/1.1\nno colon here", /line of 13 characters without a colon/],
  ["curl -X POST", /no URL/],
  ["curl http://x -H", /ends after -H/],
  ["curl http://x -d @body.json", /put the file's text there/],
];

describe("a captured request", () => {
  for (const [how, text, expected] of MESSAGES)
    it(`is read ${how}`, () => assert.deepEqual(read(text), expected));

  for (const [command, expected] of COMMANDS)
    it(`is read from ${command}`, () => {
      const found = read(command);
      const { url = URL } = expected;
      assert.deepEqual(found, { ...found, ...expected, url });
    });

  for (const [text, why] of REFUSED)
    it(`is refused: ${JSON.stringify(text)}`, () => {
      assert.throws(() => read(text), why);
      assert.throws(() => read(text), /^Error: [^\n]+$/);
    });

  it("keeps bytes that are no text", () => {
    const { body } = readCapturedRequest(
      Buffer.from([...Buffer.from("POST / HTTP/1.1\r\n\r\n"), 0xff, 0, 0xfe]),
    );
    assert.deepEqual([...body], [0xff, 0, 0xfe]);
  });
});
