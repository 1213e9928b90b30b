/** eggplant-sdk: a Python library with a path of its own for orders, the channels, and some of the catalog and of data. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { independentSuite } from "./independent.ts";
import type { Context } from "./independent.ts";
import { newOwner } from "./owner.ts";
import { constant, make as argument, named } from "./python.ts";
import { checkReads } from "./reads.ts";

const TYPES = "eggplant_sdk.clob.types";
const POSTER = "eggplant_sdk.clob.poster";
const DOMAIN = "eggplant_sdk.clob.signing:ExchangeDomain";

export const eggplantSdk = independentSuite({
  name: "eggplant-sdk",
  version: "0.3.1",
  versions: ["v1", "v2"],
  classes: {
    builder: "eggplant_sdk:ClobClientBuilder",
    clob: "eggplant_sdk:ClobClient",
    poster: `${POSTER}:Poster`,
    gamma: "eggplant_sdk.gamma:GammaClient",
    data: "eggplant_sdk.data:DataApiClient",
    relayer: "eggplant_sdk.relayer:RelayerClient",
    market: "eggplant_sdk.ws.market:MarketStream",
    user: "eggplant_sdk.ws.user:UserStream",
  },
  uncalled: {
    "the method needs a chain and a relayer": [
      "relayer.deploy",
      "relayer.submit",
      "relayer.submit_deposit_wallet_batch",
    ],
    "`place_resting` calls the method": ["poster.post_one", "poster.post_orders"],
    "the method needs a contract wallet": ["builder.funder"],
    "the method needs an object of the caller": ["poster.set_call_counters", "poster.set_rate_limit_signal"],
  },
  describe(context) {
    describeTrading(context);
    describeReads(context);
  },
});

function describeTrading({ stage, python, record, make }: Context): void {
  const { yes, conditionId } = stage.quoted;
  const { trading } = stage.addresses;
  const decimal = (value: string): object => argument("decimal:Decimal", { value });

  it("makes keys, rests orders, hears of them and cancels them", async () => {
    const builder = await make("builder", {});
    const signer = await python.call("eggplant_sdk:LocalSigner", { private_key: newOwner().key });
    await builder.host!(trading);
    await builder.chain_id!(137);
    await builder.signature_type!(constant(`${TYPES}:SignatureType.EOA`));
    await builder.nonce!(0);
    await builder.use_server_time!(true);
    const credentials = await builder.create_api_key!(signer);
    await builder.derive_api_key!(signer);
    await builder.with_credentials!(await python.attribute(signer, "address"), credentials);
    const client = record("clob", await builder.authenticate!(signer));
    const poster = await client.poster!();
    const posting = record("poster", poster);
    const domain = await (stage.version === "v1"
      ? python.call(`${DOMAIN}.ctf_v2`, { neg_risk: false })
      : python.call(`${DOMAIN}.combos_v3`));
    const order_signer = await client.order_signer!(domain);
    const cache = await python.call("eggplant_sdk.clob.tick:TickSizeCache");
    await python.methodsOf(cache).insert!(yes, decimal("0.01"));
    const tick = await python.methodsOf(cache).get!(yes);

    const live = trading.replace(/^http/, "ws");
    const open = async (channel: string, kind: string, given: object): Promise<Answer> => {
      const module = `eggplant_sdk.ws.${channel}`;
      const config = await python.call(`${module}:${kind}StreamConfig`, {
        url: `${live}/ws/${channel}`,
        ...given,
      });
      return record(channel, await python.call(`${module}:${kind}Stream.connect`, { config }));
    };
    const market = await open("market", "Market", { token_ids: [yes] });
    const user = await open("user", "User", { credentials, markets: [conditionId] });
    assert.ok((await market.next_text()).includes(yes));

    const place = async (price: string): Promise<string> => {
      const placement = { tick, price: decimal(price), size: decimal("10") };
      const placements = [argument(`${POSTER}:RestingPlacement`, placement)];
      const given = { placements, poster, signer, order_signer, max_orders_per_post: 5 };
      const [post] = await python.call(`${POSTER}:place_resting`, given);
      assert.equal(post.response.success, true);
      return post.response.order_id;
    };
    const ids = [await place("0.1"), await place("0.11"), await place("0.12"), await place("0.13")];
    assert.ok(JSON.stringify(await user.next_message()).includes(ids[0]!));
    assert.ok((await user.next_text()).includes(ids[1]!));
    assert.ok(JSON.stringify(await market.next_event()).includes("0.1"));
    const all = await python.call("eggplant_sdk.clob:OpenOrdersRequest", { market: conditionId });
    await checkReads(client, {
      server_time: ["1"],
      tick_size: ["0.01", yes],
      neg_risk: [false, yes],
      market: [conditionId, conditionId],
      open_orders: [ids[0], all],
      all_open_orders: [ids[3], all],
      trades: ["[]", all],
      order_books: ["0.51", [yes]],
      order_book_map: ["0.51", [yes]],
      builder: [{}],
    });
    await checkReads(posting, {
      set_warm_sizes: [null, 1, 1, 1],
      set_order_endpoint: [null, constant(`${POSTER}:OrderEndpoint.ORDER`)],
      set_cancel_endpoint: [null, constant(`${POSTER}:CancelEndpoint.ORDERS`)],
      warm_up: ["."],
      warm_reserve: ["."],
      cancel_orders: [ids[0], [ids[0]]],
      cancel_singly: [ids[1], [ids[1]]],
      cancel_for_reprice: [ids[2], [ids[2]]],
      aclose: [null],
    });
    await checkReads(client, { cancel_all: [ids[3]], aclose: [null] });
    for (const stream of [market, user]) await stream.close();
  });
}

function describeReads({ stage, taker: { wallet }, make }: Context): void {
  const { addresses, quoted, event } = stage;
  it("reads the catalog, data and the relayer", async () => {
    await checkReads(await make("gamma", { base_url: addresses.catalog }), {
      fetch_keyset_page: ["slug", named({ limit: 20 })],
      fetch_events_by_slug: [quoted.conditionId, event.slug],
      aclose: [null],
    });
    await checkReads(await make("data", { base_url: addresses.data }), {
      all_positions: [quoted.yes, wallet],
      all_redeemable_positions: [[[], false], wallet],
      aclose: [null],
    });
    const relayer = { api_key: "none", api_key_address: wallet, host: addresses.trading };
    await checkReads(await make("relayer", relayer), { get_wallet_nonce: ["", wallet], aclose: [null] });
  });
}
