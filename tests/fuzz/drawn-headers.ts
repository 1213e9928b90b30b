/** Headers that no operation needs, or in unexpected forms. */
import type { Random } from "../support/random.ts";
import type { HeaderLines } from "./drawn-credentials.ts";
import { HOSTILE_HEADERS } from "./hostile-values.ts";

const VALUES: Readonly<Record<string, readonly string[]>> = {
  "content-type": [
    "application/json; charset=utf-8",
    "application/json;charset=latin1",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "nonsense",
    "application/",
    "*/*",
  ],
  "content-encoding": ["gzip", "identity", "IDENTITY", "br, gzip", "x"],
  accept: ["text/html", "*/*;q=0", "x"],
  "accept-encoding": ["gzip, br", "*;q=0"],
  "if-none-match": ["*", '"x"', "W/", '"', 'W/"a", "b"', ",,,"],
  "if-modified-since": ["Mon, 01 Jun 2026 12:00:00 GMT", "x"],
  range: ["bytes=0-0", "bytes=-1", "bytes=9-1"],
  expect: ["100-continue"],
  origin: ["https://example.org", "null", "x"],
  "access-control-request-method": ["POST", "X"],
  "x-forwarded-for": ["127.0.0.1", "::1, 10.0.0.1", "999.1.1.1"],
  "x-forwarded-host": ["other.example"],
  forwarded: ["for=127.0.0.1;host=x"],
  "x-request-id": ["00000000-0000-0000-0000-000000000000", "x"],
  "x-http-method-override": ["DELETE"],
  upgrade: ["h2c", "websocket", "x"],
  cookie: ["a=b; __proto__=1"],
  authorization: ["Bearer x", "Basic eDp5", "Digest x"],
  te: ["trailers"],
  trailer: ["content-length"],
  "keep-alive": ["timeout=0"],
  host: ["other.example:1", "[::1]", "a b", ""],
  svc_address: ["0x", `0x${"0".repeat(40)}`],
  poly_signature: ["x"],
  kuest_nonce: ["1"],
};

const NAMES = Object.keys(VALUES);

/** Changes the headers in one or a few ways, and names the ways. */
export function spoilHeaders(random: Random, headers: HeaderLines): string {
  const said: string[] = [];
  const times = random.between(1, 3);
  for (let time = 0; time < times; time += 1) {
    const name = random.pick(NAMES);
    const value = random.chance(60) ? random.pick(VALUES[name]!) : random.pick(HOSTILE_HEADERS);
    headers.push([random.chance(10) ? name.toUpperCase() : name, value]);
    said.push(name);
  }
  if (random.chance(5)) for (let no = 0; no < 150; no += 1) headers.push([`x-many-${no}`, "1"]);
  return ` (${said.join()})`;
}
