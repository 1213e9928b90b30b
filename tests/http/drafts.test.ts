/**
 * Drafts are the operator's alone: every public read answers about the ids of a draft as about ids that nothing has, and no
 * list shows one. From the opening on it stands everywhere.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { operationsIn } from "../../src/http/dialects/dialect-parameters.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import { testSeries } from "../support/test-series.ts";
import { INTERFACES, kindAsked, pathOf, placesOf } from "./id-places.ts";
import type { Interface, Kind } from "./id-places.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

type Ids = Readonly<Record<Kind, string>>;

/** A draft in an event of its own. */
const DRAFT: Ids = {
  token: tokenOf("hidden-frost yes"),
  condition: hashOf("hidden-frost"),
  market: "770001",
  slug: "hidden-frost",
  event: "880001",
  "event slug": "hidden-winter",
};
/** A draft beside an open market. */
const SISTER: Ids = {
  token: tokenOf("hidden-hail yes"),
  condition: hashOf("hidden-hail"),
  market: "770002",
  slug: "hidden-hail",
  event: "880001",
  "event slug": "hidden-winter",
};
const UNKNOWN: Ids = {
  token: tokenOf("nowhere yes"),
  condition: hashOf("nowhere"),
  market: "770009",
  slug: "no-such-thing",
  event: "880009",
  "event slug": "no-such-event",
};

const INTERFACE_NAMES = ["catalog", "data", "trading"] as const satisfies readonly Interface[];
const TAG = { id: "660001", label: "Hidden cold", slug: "hidden-cold" };
const SERIES = testSeries({ id: "550001", slug: "hidden-series", title: "Hidden series" });
const CREATOR = walletOf("hidden maker");
/** Texts of which each stands in some answer about the drafts. */
const MARKS = [/hidden/i, new RegExp(DRAFT.condition), new RegExp(DRAFT.token), new RegExp(CREATOR, "i")];

let exchange: ListeningExchange;
before(async () => {
  exchange = await startListeningExchange();
  const labels = { tags: [TAG], series: [SERIES] };
  const draft = { active: false, creator: CREATOR } as const;
  await exchange.list(
    testListing([{ ...draft, name: DRAFT.slug, id: DRAFT.market }], {
      ...labels,
      id: DRAFT.event,
      slug: DRAFT["event slug"],
      ticker: "hidden",
      title: "Hidden winter",
    }),
  );
  await exchange.list(
    testListing(
      [
        { name: "heavy-rain", id: "770003" },
        { ...draft, name: SISTER.slug, id: SISTER.market },
      ],
      {
        id: "880002",
        slug: "rain",
        ticker: "rain",
        title: "Rain",
      },
    ),
  );
});
after(() => exchange?.close());

const addressOf = (dialect: Dialect, at: Interface): string => exchange.addresses[dialect]?.[at] ?? "";

async function ask(url: string): Promise<{ readonly status: number; readonly text: string }> {
  const reply = await fetch(url);
  return { status: reply.status, text: await reply.text() };
}

/** An answer with its own ids as the names of their kinds. */
function anonymous({ status, text }: { status: number; text: string }, ids: Ids): string {
  const named = Object.entries(ids).reduce((left, [kind, id]) => left.replaceAll(id, `{${kind}}`), text);
  return `${status} ${named.replaceAll(/"request_?[iI]d":"[^"]*"/g, "")}`;
}

const LISTS = ["", "?closed=false", "?active=false", "?q=hidden", "?q=hidden+frost", "?q=hidden+hail"];

/** Answers of the lists of an interface that need nothing but, perhaps, words. */
async function* listAnswers(dialect: Dialect, at: Interface): AsyncGenerator<readonly [string, string]> {
  for (const { method, access, path, query } of operationsIn(INTERFACES[at], dialect)) {
    if (method !== "GET" || access !== "public" || path.includes(":")) continue;
    for (const search of LISTS) {
      const { status, text } = await ask(`${addressOf(dialect, at)}${path}${search}`);
      if (status === 200) yield [`${path}${search}`, text];
      if (query === undefined) break;
    }
  }
}

describe("a draft", () => {
  for (const dialect of DIALECTS)
    for (const at of INTERFACE_NAMES) {
      it(`is answered as what nobody has, by ${at} of ${dialect}`, async () => {
        const told: string[] = [];
        let walked = 0;
        for (const place of placesOf(dialect, at)) {
          const asked = kindAsked(place);
          if (asked === undefined) continue;
          for (const kind of [asked, "token", "condition", "slug"] as const) {
            const url = (ids: Ids) => `${addressOf(dialect, at)}${pathOf(place, ids[kind])}`;
            const nobody = anonymous(await ask(url(UNKNOWN)), UNKNOWN);
            for (const ids of [DRAFT, SISTER]) {
              const answer = anonymous(await ask(url(ids)), ids);
              if (answer !== nobody) told.push(`${url(ids)}: ${answer}, not ${nobody}`);
            }
            walked += 1;
          }
        }
        assert.ok(walked > 0);
        assert.deepEqual(told, []);
      });

      it(`stands in no list of ${at} of ${dialect}`, async () => {
        for await (const [path, text] of listAnswers(dialect, at))
          for (const mark of MARKS) assert.doesNotMatch(text, mark, path);
      });
    }

  it("leaves the event of an open market as if it were not there", async () => {
    for (const dialect of DIALECTS) {
      const { status, text } = await ask(`${addressOf(dialect, "catalog")}/events/880002`);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /hidden/);
    }
  });

  it("has no part in what a misspelt search means", async () => {
    for (const dialect of DIALECTS) {
      const search = `${addressOf(dialect, "catalog")}/public-search?q=heavy+raim`;
      assert.match((await ask(search)).text, /"rain"/, dialect);
    }
  });

  it("is named as the nearest slug to operators alone", async () => {
    for (const [at, marked] of [
      ...DIALECTS.map((dialect) => [addressOf(dialect, "catalog"), false] as const),
      [`${exchange.addresses.admin}/polymarket/catalog`, true] as const,
    ])
      for (const path of [
        "/events/slug/hidden-wintr",
        "/markets/slug/hidden-frots",
        "/markets/slug/hiden-hail",
      ]) {
        const { status, text } = await ask(`${at}${path}`);
        assert.equal(status, 404, at);
        assert.equal(/hidden/.test(text), marked, `${at}${path}: ${text}`);
      }
  });

  it("has no page to preview, and is in no guide", async () => {
    const page = (slug: string) => ask(`${exchange.addresses.web}/event/${slug}`);
    const [own, nobody] = [await page(DRAFT["event slug"]), await page(UNKNOWN["event slug"])];
    assert.equal(anonymous(own, DRAFT), anonymous(nobody, UNKNOWN));
    assert.doesNotMatch((await ask(`${exchange.addresses.web}/llms.txt`)).text, /hidden/);
  });

  it("is shown to operators, by id, in lists and by its words", async () => {
    const at = `${exchange.addresses.admin}/polymarket/catalog`;
    for (const path of [
      `/markets/${DRAFT.market}`,
      `/markets/${SISTER.condition}`,
      `/markets?clob_token_ids=${DRAFT.token}`,
      `/events/slug/${DRAFT["event slug"]}`,
      "/events?limit=10",
      "/markets/keyset",
      "/public-search?q=hidden+frost",
      "/public-search?q=hidden+hail",
      "/public-search?q=hiddn+frst",
      `/events?creator=${CREATOR}`,
      "/tags",
      "/series",
    ]) {
      const { status, text } = await ask(`${at}${path}`);
      assert.equal(status, 200, path);
      assert.match(text, /hidden/, path);
    }
  });
});

describe("a draft that is opened", () => {
  before(async () => {
    for (const { condition } of [DRAFT, SISTER])
      await exchange.submit({ type: "open-market", conditionId: condition });
  });

  for (const dialect of DIALECTS)
    it(`is answered by every read of ${dialect} that names it`, async () => {
      for (const at of INTERFACE_NAMES)
        for (const place of placesOf(dialect, at)) {
          const asked = kindAsked(place);
          if (asked === undefined) continue;
          const { status, text } = await ask(`${addressOf(dialect, at)}${pathOf(place, DRAFT[asked])}`);
          const isEmptyBook = status === 404 && /no_orders|no_price|No orderbook|no trade/i.test(text);
          assert.ok(status < 400 || isEmptyBook, `${place.endpoint.path} ${place.name}: ${text}`);
        }
    });

  it("stands in the lists, and its words find it", async () => {
    for (const dialect of DIALECTS) {
      const at = addressOf(dialect, "catalog");
      for (const path of [
        "/events",
        "/markets",
        "/tags",
        "/series",
        "/public-search?q=hidden+frost",
        "/public-search?q=hidden+hail",
        `/events?creator=${CREATOR}`,
        `/tags/${TAG.id}`,
      ]) {
        const { text } = await ask(`${at}${path}`);
        assert.match(text, path.includes("hail") ? /"rain"/ : /hidden/, `${dialect} ${path}`);
      }
      const { text } = await ask(`${addressOf(dialect, "trading")}/markets`);
      for (const { condition } of [DRAFT, SISTER]) assert.ok(text.includes(condition));
    }
    const { tags } = JSON.parse((await ask(`${addressOf("spec", "catalog")}/public-search?q=cold`)).text);
    assert.deepEqual(tags, [{ id: TAG.id, label: TAG.label, slug: TAG.slug, event_count: 1 }]);
  });
});
