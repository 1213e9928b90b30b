/**
 * Every public read of every interface and dialect that takes an id, asked with each other kind of id: it answers as with its
 * own kind, or its refusal names the kind. The others are listed, each with what clients of the real services rely on.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { lots } from "../../src/core/units.ts";
import { hashOf, positionsOf, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import { KINDS, kindAsked, pathOf, placesOf } from "./id-places.ts";
import type { Kind, Place } from "./id-places.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

const WORDS: Readonly<Record<Kind, RegExp>> = {
  token: /(form of a token id|id of a token)/,
  condition: /(form of a condition id|it is a condition id)/,
  market: /(form of a market's number|is the number of a market)/,
  slug: /form of a slug/,
  event: /form of a market's number/,
  "event slug": /form of a slug/,
};

let exchange: ListeningExchange;
let ids: Readonly<Record<Kind, string>>;

before(async () => {
  exchange = await startListeningExchange();
  await exchange.list(testListing([{ name: "heavy-rain" }, { name: "river", version: "v2" }]));
  const [ann, bob] = [walletOf("ann"), walletOf("bob")];
  for (const wallet of [ann, bob]) await exchange.open(wallet, "1000");
  const conditionId = hashOf("heavy-rain");
  await exchange.submit({ type: "split", address: ann, owner: ann, conditionId, lots: lots(50_000) });
  const order = { tokenId: tokenOf("heavy-rain no"), size: "10" };
  for (const [account, side, price] of [
    [ann, "SELL", "0.4"],
    [bob, "BUY", "0.4"],
    [ann, "SELL", "0.5"],
    [bob, "BUY", "0.3"],
  ] as const)
    await exchange.place({ ...order, account, side, price });
  const market = await (await fetch(`${exchange.addresses.spec.catalog}/markets/${conditionId}`)).json();
  const [event] = (market as { events: { id: string; slug: string }[] }).events;
  const { id, slug } = market as { id: string; slug: string };
  ids = {
    token: tokenOf("heavy-rain no"),
    condition: conditionId,
    market: id,
    slug,
    event: event!.id,
    "event slug": event!.slug,
  };
});
after(() => exchange?.close());

/**
 * "same" is the answer of the right kind, and "nothing" one without the market. "named" is a refusal that names the kind that
 * came, "unknown" that of a name that nothing has.
 */
type Verdict = "same" | "named" | "nothing" | "unknown" | "Polymarket's" | "bare" | "other";

async function ask(place: Place, kind: Kind): Promise<{ readonly status: number; readonly text: string }> {
  const address = exchange.addresses[place.dialect]?.[place.at];
  const reply = await fetch(`${address}${pathOf(place, ids[kind])}`);
  return { status: reply.status, text: await reply.text() };
}

async function judge(place: Place, own: string, kind: Kind): Promise<Verdict> {
  const { status, text } = await ask(place, kind);
  if (status < 400 && text === own) return "same";
  if (status < 400) return text.includes("heavy-rain") || text.includes(ids.condition) ? "other" : "nothing";
  if (WORDS[kind].test(text)) return "named";
  if (status === 404 && /"error":"(id|slug) not found"/.test(text)) return "unknown";
  const known = status === 422 && /"error":"\w+ is invalid"/.test(text);
  return known && place.dialect === "polymarket" ? "Polymarket's" : "bare";
}

/** True if no id of the asked kind has the form of the other one. */
const isToldByForm = (asked: Kind, kind: Kind): boolean =>
  ["token", "condition"].some((one) => one === asked || one === kind);

const TOKEN_LISTS = new Set(["/v2/tokens", "/v2/prices-history", "/prices-history"]);

/** Answers that clients rely on, where the other kind goes without a word. */
function isAsKnown(
  { at, dialect, name, endpoint: { path } }: Place,
  asked: Kind,
  kind: Kind,
  verdict: Verdict,
): boolean {
  const isOne = path.includes(":");
  const areNumbers = [asked, kind].every((one) => one === "market" || one === "event");
  switch (verdict) {
    case "same":
    case "named":
      return true;
    case "nothing":
      // Polymarket's clients read an empty list; a number may be any record's, and a slug, too, may be of digits.
      if (at === "catalog") return !isOne && (dialect === "polymarket" || !isToldByForm(asked, kind));
      if (areNumbers) return true;
      // Reads of several tokens leave out those that nothing has, and a history is of no points then.
      return name === "token_ids" || TOKEN_LISTS.has(path);
    case "unknown":
      // The texts of names that nothing has are specified. An event has many markets, and a market's number is not an event's.
      if (path.startsWith("/events/:id") && kind === "market" && dialect !== "polymarket") return false;
      return at === "catalog" && isOne && ["market", "event", "event slug"].includes(kind);
    case "Polymarket's":
      return at === "catalog" && !isOne;
    default:
      return false;
  }
}

describe("each kind of id at each read", () => {
  for (const dialect of DIALECTS)
    for (const at of ["catalog", "data", "trading"] as const)
      it(`${at} of ${dialect}`, async () => {
        const found: string[] = [];
        let walked = 0;
        for (const place of placesOf(dialect, at)) {
          const asked = kindAsked(place);
          if (asked === undefined) continue;
          walked += 1;
          const { status, text } = await ask(place, asked);
          assert.ok(status < 400, `${dialect} ${pathOf(place, ids[asked])}: ${text}`);
          for (const kind of KINDS) {
            if (kind === asked) continue;
            const verdict = await judge(place, text, kind);
            if (!isAsKnown(place, asked, kind, verdict))
              found.push(`${place.endpoint.path} ${place.name} ${kind}: ${verdict}`);
          }
        }
        assert.ok(walked > 0);
        assert.deepEqual(found, []);
      });
});

describe("a condition id of Protocol V2 at each read", () => {
  const { conditionId } = positionsOf("river");
  const short = conditionId.slice(0, -2);
  for (const dialect of DIALECTS)
    for (const at of ["catalog", "data", "trading"] as const)
      it(`${at} of ${dialect} answers its 31 bytes as its 32`, async () => {
        const read = async (place: Place, id: string) => {
          const reply = await fetch(`${exchange.addresses[dialect]?.[at]}${pathOf(place, id)}`);
          return { status: reply.status, text: await reply.text() };
        };
        let walked = 0;
        for (const place of placesOf(dialect, at)) {
          const kind = kindAsked(place);
          if (kind !== "condition" && !(kind === "market" && place.endpoint.path.includes(":id"))) continue;
          walked += 1;
          const padded = await read(place, conditionId);
          assert.equal(padded.status, 200, `${pathOf(place, conditionId)}: ${padded.text}`);
          for (const form of [short, `0x${short.slice(2).toUpperCase()}`])
            assert.deepEqual(await read(place, form), padded, pathOf(place, form));
        }
        assert.ok(walked > 0);
      });
});
