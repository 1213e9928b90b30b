/** /sandbox/residents: state of the simulated traders, their pace, and the parameters of single markets. */
import { Type } from "typebox";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { MAKER_KINDS, SIMULATION_PACES } from "../../store/sandbox/simulation-settings.ts";
import { MarketParams, readMarketParam } from "../admin/path-params.ts";
import { operation } from "../admin/operation.ts";
import type { Answer, Endpoint } from "../operation/endpoint.ts";
import { strictObject } from "../operation/strict-object.ts";
import { AmountSchema, readCollateral } from "../values/amount.ts";
import { SANDBOX, SANDBOX_CHANGE } from "./groups.ts";
import { SimulatedTradersAnswer } from "./simulation-control.ts";
import type { SimulationControl, TuningChange } from "./simulation-control.ts";

const MAX_LEVELS = 20;
const MAX_SPREAD = 20;

const TuningBody = strictObject({
  trading: Type.Optional(Type.Boolean({ description: "False switches the residents of this market off" })),
  maker: Type.Optional(Type.Enum([...MAKER_KINDS])),
  maximumLoss: Type.Optional(AmountSchema("Collateral, up to what the maker was given")),
  levels: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LEVELS, description: "Quotes on each side" }),
  ),
  spread: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_SPREAD,
      description: "Least distance between bids and asks of the maker `fair-value`, in price steps",
    }),
  ),
});

/** Lists the operations that show, pace and tune the simulated traders. */
export const simulatedTraderEndpoints = (residents: SimulationControl): readonly Endpoint[] => [
  listSimulatedTraders(residents),
  setPace(residents),
  tuneMarket(residents),
];

const listSimulatedTraders = (residents: SimulationControl): Endpoint =>
  operation({
    method: "GET",
    path: "/sandbox/residents",
    summary: "List the resident traders by market, with the loss of each maker and the pace of all",
    group: SANDBOX,
    answer: SimulatedTradersAnswer,
    handle: () => answerState(residents),
  });

const setPace = (residents: SimulationControl): Endpoint =>
  operation({
    ...SANDBOX_CHANGE,
    path: "/sandbox/residents",
    summary: "Set the pace of the resident traders; off takes out their resting orders",
    refuses: ["not_accepting"],
    body: strictObject({ pace: Type.Enum([...SIMULATION_PACES]) }),
    answer: SimulatedTradersAnswer,
    handle: async ({ body }) => answerState(residents, await residents.setPace(body.pace)),
  });

const tuneMarket = (residents: SimulationControl): Endpoint =>
  operation({
    ...SANDBOX_CHANGE,
    path: "/sandbox/residents/:market",
    summary: "Change the terms of a market's resident traders, or switch them off there",
    refuses: ["not_accepting", "unknown_market"],
    params: MarketParams,
    body: TuningBody,
    answer: SimulatedTradersAnswer,
    handle: async ({ context, params, body }) => {
      const change = readChange(body);
      if (isRejection(change)) return { rejection: change };
      const conditionId = await readMarketParam(context, params.market);
      if (isRejection(conditionId)) return { rejection: conditionId };
      return answerState(residents, await residents.tune(conditionId, change));
    },
  });

function readChange({
  maximumLoss: given,
  ...change
}: Type.Static<typeof TuningBody>): TuningChange | Rejection {
  if (given === undefined && Object.keys(change).length === 0)
    return reject(
      "invalid_payload",
      "the body: expected one at least of trading, maker, maximumLoss, levels and spread, got none",
    );
  if (given === undefined) return change;
  const maximumLoss = readCollateral(given);
  if (!isRejection(maximumLoss)) return { ...change, maximumLoss };
  return { ...maximumLoss, hint: maximumLoss.hint.replace(/^amount/, "maximumLoss") };
}

async function answerState(residents: SimulationControl, refused?: Rejection): Promise<Answer> {
  const state = refused ?? (await residents.describe());
  return isRejection(state) ? { rejection: state } : { body: state };
}
