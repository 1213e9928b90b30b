/** Creates the event as drafts in one request, and starts house market makers for options with a start price. */
import { isUnanswered, RejectedError } from "../../api/client.ts";
import type { Operations } from "../../api/generated/operator.ts";
import type { OperatorClient } from "../session/operator-session.tsx";
import type { FieldReader } from "../parts/read-form.ts";
import { buildEvent, readStartPrice } from "./read-event.ts";

export type MadeEvent = Operations["POST /events"]["answer"];

/** An option whose house market maker an earlier try started, with the parameters of that earlier try. */
export type EarlierMaker = {
  readonly question: string;
  readonly startPrice: string;
  readonly maximumLoss: string;
};

/** An option without a house market maker, with the reason. */
export type UnmadeOption = { readonly question: string; readonly why: string };

export type MadeResult = {
  readonly event: MadeEvent;
  /** Number of house market makers started. */
  readonly started: number;
  readonly earlier: readonly EarlierMaker[];
  readonly unmade: readonly UnmadeOption[];
};

export type MakeOptions = {
  readonly count: number;
  /** Collateral that the house may lose per option; "" without house market makers. */
  readonly maximumLoss: string;
};

export async function makeEvent(
  request: OperatorClient,
  readField: FieldReader,
  { count, maximumLoss }: MakeOptions,
): Promise<MadeResult> {
  const event = await request("POST /events", { body: buildEvent(readField, count) });
  const reason = readField("reason");
  const [earlier, unmade] = [[] as EarlierMaker[], [] as UnmadeOption[]];
  let startedCount = 0;
  for (const [index, { conditionId, question }] of event.markets.entries()) {
    const startPrice = readStartPrice(readField, index);
    if (startPrice === "" || maximumLoss === "") continue;
    try {
      await request("POST /markets/{market}/house-maker/start", {
        params: { market: conditionId },
        body: { maximumLoss, price: startPrice, reason },
      });
      startedCount += 1;
    } catch (error) {
      if (!(error instanceof RejectedError) || isUnanswered(error)) throw error;
      const maker = await findMaker(request, conditionId);
      if (maker === undefined) unmade.push({ question, why: error.hint || error.message });
      else earlier.push({ question, startPrice: maker.startPrice, maximumLoss: maker.maximumLoss });
    }
  }
  return { event, started: startedCount, earlier, unmade };
}

/** Finds the house market maker that an unanswered try may have started in a market. */
async function findMaker(request: OperatorClient, market: string) {
  const { data } = await request("GET /house-makers", { query: { market } });
  return data.find(({ stoppedAt }) => stoppedAt === null);
}
