/**
 * GET /clob-markets/{condition_id}: the trading terms of a market in short names, as clients read them before they sign
 * an order.
 */
import { Type } from "typebox";
import { priceNumber, sharesText } from "../../../core/units.ts";
import { endpoint } from "../../endpoint.ts";
import { MARKETS } from "../groups.ts";
import { unknownMarket } from "../unknown-id.ts";
import { baseFees, feeDetails, FeeDetails } from "./fee-details.ts";
import { ConditionParams } from "./get-market.ts";
import { findListedMarket } from "./listed-market.ts";
import { openedAt } from "./market-record.ts";
import type { MarketListing } from "./market-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const Instant = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const NotHere = (description: string) => Type.Literal(false, { description });

const ClobMarket = Type.Object({
  c: Type.String({ description: "Condition id" }),
  t: Type.Array(Type.Object({ t: Type.String(), o: Type.String() }), {
    description: "Token id and outcome, the first outcome first",
  }),
  mts: Type.Number({ description: "Price step" }),
  mos: Type.Number({ description: "Least size of an order, shares" }),
  nr: Type.Boolean({ description: "Whether it is a negative-risk market" }),
  fd: FeeDetails,
  mbf: Type.Number({ description: "What resting orders pay, basis points" }),
  tbf: Type.Number({ description: "What incoming orders pay, basis points" }),
  ao: Type.Boolean({ description: "Whether it accepts orders" }),
  aot: Instant("When it first did, ISO 8601"),
  sd: Type.Number({ description: "Seconds by which the listing says that orders are delayed; here none is" }),
  gst: Instant("When the game starts, ISO 8601"),
  r: Type.Object(
    { mi: Type.Number(), ma: Type.Number(), e: Type.Boolean() },
    { description: "Liquidity rewards: least size, widest spread in cents, whether there are any" },
  ),
  oas: Type.Literal(0, { description: "Seconds that an order must be old before it can be cancelled" }),
  cbos: NotHere("Whether the book is cleared when the game starts"),
  rfqe: NotHere("Whether quotes can be requested"),
  itode: NotHere("Whether incoming orders are delayed"),
  ibce: NotHere("Whether wallets are screened by a third party"),
});

export const getClobMarket = endpoint({
  method: "GET",
  path: "/clob-markets/:condition_id",
  summary: "Get the trading terms of a market",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["unknown_market"],
  params: ConditionParams,
  answer: ClobMarket,
  handle: async ({ context, params }) => {
    const listed = await findListedMarket(context, params.condition_id);
    if (listed === undefined) return { rejection: unknownMarket(context, params.condition_id) };
    return { body: clobRecord(listed) };
  },
});

function clobRecord({ record, view }: MarketListing): Type.Static<typeof ClobMarket> {
  const { conditionId, tokenIds, outcomes, rewards, secondsDelay, gameStartTime } = record.market;
  const fees = baseFees(view.fees);
  return {
    c: conditionId,
    t: ([0, 1] as const).map((outcome) => ({ t: tokenIds[outcome], o: outcomes[outcome] })),
    mts: priceNumber(view.tick),
    mos: Number(sharesText(view.minimumLots)),
    nr: view.negativeRisk,
    fd: feeDetails(view.fees),
    mbf: fees.maker,
    tbf: fees.taker,
    ao: view.status === "active",
    aot: openedAt(record) ?? null,
    sd: secondsDelay,
    gst: gameStartTime ?? null,
    r: { mi: rewards.minSize, ma: rewards.maxSpread, e: rewards.rates.length > 0 },
    oas: 0,
    cbos: false,
    rfqe: false,
    itode: false,
    ibce: false,
  };
}
