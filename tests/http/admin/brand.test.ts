/** The brand: operators change name, colour and logo, and what is wrong with them is refused with the reason. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { createBrand } from "../../../src/engine/operators/brand.ts";
import { brandColours, computeContrast, ACCENT_BACKGROUNDS } from "../../../src/http/page/brand-colours.ts";
import { findBrandImage } from "../../../src/store/page/brand-images.ts";
import { listBrandEntries } from "../../../src/store/reads/audit.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { damagedPng, losslessOf, pngOf } from "../../support/pictures.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { startTradedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const reason = "for a test";
const BUILT = new URL("../../../web/", import.meta.url);
const PNG = readFileSync(new URL("dist/icons/192.png", BUILT));
/** A JPEG of this size, as its header says. */
const jpegOf = (width: number, height: number): Buffer =>
  Buffer.from(
    `ffd8ffe00010${"4a".repeat(14)}ffc00011080${height.toString(16).padStart(3, "0")}0${width.toString(16).padStart(3, "0")}${"00".repeat(10)}ffda0002ffd9`,
    "hex",
  );

let exchange: OperatedExchange;
before(async () => {
  exchange = await startTradedExchange();
});
after(() => exchange.close());

const set = (fields: object) => exchange.done("POST", "/brand", { ...fields, reason });

describe("the brand", () => {
  it("is the program's until an operator changes parts of it", async () => {
    assert.deepEqual(await exchange.done("GET", "/brand"), { name: "Presage", accent: null, logo: null });
    const named = await set({ name: " Bern  Futures " });
    assert.deepEqual(named, { name: "Bern Futures", accent: null, logo: null, bearers: [] });
    const { accent } = await set({ accent: "#C2185B" });
    assert.equal(accent.given, "#c2185b");
    const { logo } = await set({ logo: PNG.toString("base64") });
    assert.deepEqual([logo.type, logo.side], ["image/png", 192]);
    const all = await exchange.done("GET", "/brand");
    assert.deepEqual([all.name, all.accent.given, all.logo], ["Bern Futures", "#c2185b", logo]);
    const kept = await findBrandImage(exchange.context.ownSql, logo.hash);
    assert.ok(kept?.content.equals(PNG));
    await exchange.context.sql();
    const entries = await inSnapshot(exchange.databaseUrl, "brand test", listBrandEntries);
    const { engine, brand } = exchange.context;
    assert.deepEqual(createBrand({ entries, engine }).read(), brand.read());
    const { data } = await exchange.done("GET", "/audit?subject=brand");
    assert.deepEqual([data.length, data[0].details.name], [3, "Bern Futures"]);
    const reset = await set({ name: null, accent: null, logo: null });
    assert.deepEqual(reset, { name: "Presage", accent: null, logo: null, bearers: [] });
  });

  it("is a name for nobody else, and tells who has one like it already", async () => {
    const [ann, ben] = [await createTrader(exchange, "ann"), await createTrader(exchange, "ben")];
    const choose = (trader: Trader, name: string) =>
      trader.request("POST", "/name", { body: JSON.stringify({ name }) });
    assert.equal((await choose(ann, "8ern Futures")).status, 200);
    const { bearers } = await set({ name: "Bern Futures" });
    assert.deepEqual(bearers, [{ address: ann.address.toLowerCase(), name: "8ern Futures" }]);
    const refused = await choose(ben, "My Bern-Futures");
    assert.deepEqual([refused.status, refused.body.code], [400, "name_like_exchange"]);
    assert.match(refused.body.hint, /"Bern Futures" is for the exchange itself$/);
    assert.equal((await ann.request("GET", "/name")).body.name, "8ern Futures");
    assert.deepEqual((await set({ name: null })).bearers, []);
    assert.equal((await choose(ben, "My Bern-Futures")).status, 200);
  });

  it("takes each kind of image by its content", async () => {
    for (const [bytes, type, side] of [
      [losslessOf(512), "image/webp", 512],
      [pngOf({ width: 200, height: 200 }), "image/png", 200],
    ] as const) {
      const { logo } = await set({ logo: bytes.toString("base64") });
      assert.deepEqual([logo.type, logo.side], [type, side]);
    }
    await set({ logo: null });
  });

  it("is refused with the reason, and stays as it was", async () => {
    const cut = PNG.subarray(0, -1);
    for (const [fields, said] of [
      [{}, /name, accent or logo/],
      [{ name: "  " }, /name/],
      [{ name: "x".repeat(41) }, /name/],
      [{ accent: "red" }, /accent/],
      [{ accent: "#12345" }, /accent/],
      [{ logo: "no base64!" }, /logo: expected Base64/],
      [{ logo: cut.toString("base64") }, /expected a whole picture, got PNG/],
      [
        { logo: Buffer.from("<svg/>").toString("base64") },
        /expected a picture in PNG, JPEG or WebP, got SVG/,
      ],
      [{ logo: Buffer.alloc(262_145).toString("base64") }, /at most 262144 bytes, got 262145/],
      [{ logo: jpegOf(256, 300).toString("base64") }, /a square of 192 to 1024 pixels, got 256 x 300/],
      [
        { logo: damagedPng(PNG).toString("base64") },
        /logo: expected a picture that can be seen, got image\/png whose pixels cannot be decoded/,
      ],
      [{ logo: jpegOf(256, 256).toString("base64") }, /got image\/jpeg whose pixels cannot be decoded/],
      [{ logo: losslessOf(64).toString("base64") }, /got 64 x 64/],
    ] as const) {
      const { status, body } = await exchange.call("desk", "POST", "/brand", { ...fields, reason });
      assert.deepEqual([status, body.code], [400, "invalid_payload"], JSON.stringify(fields).slice(0, 80));
      assert.match(body.hint, said);
    }
    assert.deepEqual(await exchange.done("GET", "/brand"), { name: "Presage", accent: null, logo: null });
  });
});

describe("the shades of a colour", () => {
  const sheet = readFileSync(new URL("src/styles/shared/base.css", BUILT), "utf8");

  it("are made for the grounds of the style sheet", () => {
    const [light = "", dark = ""] = sheet.split("@media (prefers-color-scheme: dark)");
    for (const [theme, text] of [
      ["light", light],
      ["dark", dark],
    ] as const) {
      const names = ["paper", "ground", "raised", "line", "up-soft", "down-soft", "warn-soft"];
      const grounds = names.map((name) => new RegExp(`--${name}: (#\\w+);`).exec(text)?.[1]);
      assert.deepEqual(new Set(ACCENT_BACKGROUNDS[theme]), new Set(grounds), theme);
    }
  });

  it("can be read on all of them, whatever the colour", () => {
    const steps = ["00", "33", "66", "99", "cc", "ff"];
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps) {
          const given = `#${red}${green}${blue}`;
          const shades = brandColours(given);
          for (const theme of ["light", "dark"] as const)
            for (const other of [...ACCENT_BACKGROUNDS[theme], shades[theme].onAccent])
              assert.ok(computeContrast(shades[theme].accent, other) >= 4.5, `${given} on ${other}`);
        }
  });

  it("are the colour itself where that can be read", () => {
    assert.equal(brandColours("#1F4FD8").light.accent, "#1f4fd8");
    assert.equal(brandColours("#8fb0ff").dark.accent, "#8fb0ff");
    assert.equal(brandColours("#ffff00").dark.accent, "#ffff00");
    assert.equal(computeContrast("#ffffff", "#000000"), 21);
  });
});
