/** Tests previews of links to events: tags in the page's head, and a picture. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { micros } from "../../src/core/units.ts";
import type { EventPreview } from "../../src/http/page/previews/event-preview.ts";
import { createSlotPool } from "../../src/base/slot-pool.ts";
import { createPicturePainter } from "../../src/http/page/previews/picture-painter.ts";
import {
  breakLines,
  drawPicture,
  removeUndrawable,
  textWidth,
} from "../../src/http/page/previews/preview-picture.ts";
import { chanceWords, buildPreviewDescription } from "../../src/http/page/previews/preview-words.ts";
import { FONTS } from "../../src/http/page/web-page.ts";
import { testListing } from "../support/exchange.ts";
import { until } from "../support/until.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

const HOSTILE = `Rain & "sun" <script>alert('$&')</script>?`;
const ESCAPED = "Rain &amp; &quot;sun&quot; &lt;script&gt;alert(&#39;$&amp;&#39;)&lt;/script&gt;?";
const PNG_HEAD = "89504e470d0a1a0a";

describe("previews of events", () => {
  let exchange: ListeningExchange;
  let web: string;

  before(async () => {
    exchange = await startListeningExchange();
    ({ web } = exchange.addresses);
    const quiet = { active: false };
    await exchange.list(
      testListing([{ name: "rain", id: "71", question: HOSTILE }], { title: HOSTILE, slug: "rain & sun" }),
    );
    await exchange.list(
      testListing([{ name: "draft", id: "81", ...quiet }], { ...quiet, id: "8", slug: "draft", ticker: "d" }),
    );
    // A page waits for a second for its preview, which is late on a loaded machine, and is kept then.
    await until("the preview is read", async () => (await fetch(`${web}${page}/preview.png`)).status === 200);
  });
  after(() => exchange?.close());

  const page = `/event/${encodeURIComponent("rain & sun")}`;
  const text = async (path: string): Promise<string> => (await fetch(web + path)).text();

  it("have the title, a description and the addresses in tags, escaped", async () => {
    const answer = await fetch(web + page);
    const html = await answer.text();
    const content = (name: string): string | undefined =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1];
    assert.ok(html.includes(`<title>${ESCAPED} · Presage</title>`));
    assert.equal(content("og:title"), ESCAPED);
    assert.equal(content("twitter:card"), "summary_large_image");
    assert.match(content("description") ?? "", /^Yes – · \$0 traded\. An event for tests\.$/);
    assert.equal(content("og:description"), content("description"));
    assert.equal(content("og:url"), web + page);
    assert.equal(content("og:image"), `${web}${page}/preview.png`);
    assert.equal(html.match(/<title>/g)?.length, 1);
    assert.equal(html.match(/name="description"/g)?.length, 1);
    assert.doesNotMatch(html, /<script>/);
    assert.match(html, /<div id="root">/);
    assert.match(answer.headers.get("content-security-policy") ?? "", /script-src 'self';/);
    assert.equal(answer.headers.get("cache-control"), "no-cache");
  });

  it("are left out for events that there are not, or that are not open to the public", async () => {
    const plain = await text("/portfolio");
    for (const path of ["/event/nowhere", "/event/draft", `/event/${"x".repeat(501)}`, "/event/%00"]) {
      assert.equal(await text(path), plain, path);
      const picture = await fetch(`${web}${path}/preview.png`);
      const { code, hint } = (await picture.json()) as { code: string; hint: string };
      assert.deepEqual([picture.status, code, hint], [404, "not_found", "no such event"]);
    }
  });

  it("have a picture of 1200 by 630, which callers may keep", async () => {
    const answer = await fetch(`${web}${page}/preview.png`);
    assert.deepEqual(
      [answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")],
      [200, "image/png", "public, max-age=60"],
    );
    const png = Buffer.from(await answer.arrayBuffer());
    assert.equal(png.subarray(0, 8).toString("hex"), PNG_HEAD);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1_200, 630]);
    const tag = answer.headers.get("etag") ?? "";
    const again = await fetch(`${web}${page}/preview.png`, { headers: { "if-none-match": tag } });
    assert.equal(again.status, 304);
    const posted = await fetch(`${web}${page}/preview.png`, { method: "POST" });
    assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
  });

  it("name the address that the operator publishes", async () => {
    const published = await startListeningExchange({ PRESAGE_PUBLIC_URL: "https://presage.example" });
    try {
      await published.list(testListing([{ name: "public" }], { slug: "open" }));
      const html = await (await fetch(`${published.addresses.web}/event/open`)).text();
      assert.ok(
        html.includes('property="og:image" content="https://presage.example/event/open/preview.png"'),
      );
    } finally {
      await published.close();
    }
  });
});

const preview = (given: Partial<EventPreview> = {}): EventPreview => ({
  title: "Who wins?",
  image: undefined,
  description: "A race.\n\nOf ships.",
  volume: micros(13_480_000_000),
  outcomes: [
    { name: "Heron", price: 0.5, place: 0 },
    { name: "Thrift", price: 0.004, place: 1 },
  ],
  isSeveral: true,
  closed: false,
  ...given,
});

describe("the words and the picture of a preview", () => {
  it("say what is certain only when it is", () => {
    const rows = [undefined, 0, 0.004, 0.155, 0.5, 0.996, 1].map(chanceWords);
    assert.deepEqual(rows, ["–", "0%", "<1%", "16%", "50%", ">99%", "100%"]);
  });

  it("describe an event in one line of at most 200 letters", () => {
    const said = buildPreviewDescription(preview());
    assert.equal(said, "Heron 50%, Thrift <1% · $13.5K traded. A race. Of ships.");
    assert.match(buildPreviewDescription(preview({ closed: true })), /^Closed · /);
    const long = buildPreviewDescription(preview({ description: "word ".repeat(100) }));
    assert.ok([...long].length <= 200 && long.endsWith("word…"), long);
  });

  it("break lines between words and within long ones, and cut the last", () => {
    const terms = { width: 6, most: 2 };
    for (const words of [
      "a",
      "some words of it",
      "w".repeat(90),
      "Will this fit into two lines, or is it cut?",
    ]) {
      const lines = breakLines(words, terms);
      assert.ok(lines.length <= 2);
      for (const line of lines) assert.ok(textWidth(line) <= 6, line);
      if (lines.join("").replaceAll(" ", "") !== words.replaceAll(" ", "")) assert.match(lines.at(-1)!, /…$/);
    }
  });

  it("draw the letters that the font has, and no title of which little is left", () => {
    assert.equal(removeUndrawable("Ação Όλα Привет 🎉 now"), "Ação Όλα Привет now");
    assert.equal(removeUndrawable("日本の天気 tomorrow?"), "tomorrow?");
    assert.equal(removeUndrawable("日本の天気は明日 A?"), "");
  });

  it("escape what they draw", () => {
    const svg = drawPicture(preview({ title: HOSTILE, outcomes: [{ name: "<b>&", price: 0.5, place: 0 }] }));
    assert.doesNotMatch(svg, /<script|<b>/);
    assert.match(svg, /&lt;b&gt;&amp;/);
  });

  it("are painted in turn, kept, and refused when too many wait; a faulty one fails alone", async () => {
    const painter = createPicturePainter(FONTS, createSlotPool({ most: 8, ofAddress: 6 }));
    try {
      const svgOf = (index: number): string => drawPicture(preview({ title: `Number ${index}` }));
      const painted = await Promise.all(
        Array.from({ length: 14 }, (_, index) =>
          painter.paint(svgOf(index), index < 7 ? "192.0.2.1" : "192.0.2.2"),
        ),
      );
      const refused = painted.flatMap((png, index) => (png === undefined ? [index] : []));
      assert.deepEqual(refused, [6, 9, 10, 11, 12, 13], "six of one address, eight of all");
      assert.equal(await painter.paint(svgOf(0), "192.0.2.1"), painted[0]);
      await assert.rejects(painter.paint("<svg", "192.0.2.1"));
      const next = await painter.paint(svgOf(99), "192.0.2.1");
      assert.equal(next?.subarray(0, 8).toString("hex"), PNG_HEAD);
    } finally {
      await painter.close();
    }
  });
});
