/** aiopolymarket: a Python library of the catalog and of data, with types that answers must have. */
import { it } from "node:test";
import { independentSuite } from "./independent.ts";
import { most, named } from "./python.ts";
import { checkReads } from "./reads.ts";

export const aiopolymarket = independentSuite({
  name: "aiopolymarket",
  version: "0.0.1",
  versions: ["v1", "v2"],
  classes: { gamma: "aiopolymarket:GammaClient", data: "aiopolymarket:DataClient" },
  uncalled: {
    "Polymarket has no such route": ["gamma.get_samplings"],
    "the client expects `id`, `user` and `assetId`, which Polymarket does not send": [
      "data.get_activity",
      "data.get_holders",
      "data.get_positions",
      "data.get_trades",
    ],
    "the client expects an object instead of a list": ["data.get_value"],
  },
  describe({ stage: { addresses, quoted, event }, make }) {
    const list = named({ limit: 10, closed: false });
    it("reads the catalog", async () => {
      const gamma = await make("gamma", { base_url: addresses.catalog });
      await checkReads(gamma, {
        get_market: [quoted.conditionId, quoted.id],
        get_event: [event.title, event.id],
        get_markets: ["condition_id", list],
        get_events: ["slug", list],
        get_all_markets: ["condition_id", most(25, { batch_size: 10 })],
        get_all_events: ["slug", most(25, { batch_size: 10 })],
        get_tags: ["label", named({ limit: 10 })],
        close: [null],
      });
    });
    it("reads trades", async () => {
      const data = await make("data", { base_url: addresses.data });
      await checkReads(data, { close: [null] });
    });
  },
});
