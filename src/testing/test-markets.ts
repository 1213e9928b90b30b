/** Markets of an exchange in a test, made and opened over the operator API. */
import type { OperatorCall } from "./call-exchange.ts";
import type { EventFields, MarketFields, TestEvent, TestMarket } from "./test-exchange.ts";

const REASON = "markets of a test";

type CreatedEvent = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly markets: readonly { readonly conditionId: string }[];
};

/** Creates an event with its markets, and opens all of them. Throws an Error of one line; nothing is open then. */
export async function createTestEvent(
  call: OperatorCall,
  name: string,
  { markets, ...fields }: EventFields,
): Promise<TestEvent> {
  if (!Array.isArray(markets) || markets.length === 0)
    throw new Error(`${name}: markets: expected at least one, got ${JSON.stringify(markets ?? "none")}`);
  const body = { ...fields, markets, reason: REASON };
  const created = await call<CreatedEvent>(name, { method: "POST", path: "/events", body });
  const { id, slug, title } = created;
  await call(name, { method: "POST", path: `/events/${id}/open`, body: { reason: REASON } });
  const opened: TestMarket[] = [];
  for (const { conditionId } of created.markets) opened.push(await getMarket(call, name, conditionId));
  return { id, slug, title, markets: opened };
}

async function getMarket(call: OperatorCall, name: string, conditionId: string): Promise<TestMarket> {
  const market = await call<TestMarket>(name, { method: "GET", path: `/markets/${conditionId}` });
  const { id, slug, question, outcomes, tokenIds, tick, minimumSize, negativeRisk, version } = market;
  return { id, conditionId, slug, question, outcomes, tokenIds, tick, minimumSize, negativeRisk, version };
}

/** Creates an open market in an event of its own, whose title is the market's question. */
export async function createTestMarket(
  call: OperatorCall,
  given: string | MarketFields,
): Promise<TestMarket> {
  if (typeof given !== "string" && (typeof given !== "object" || given === null))
    throw new Error(
      `createMarket: expected a question or fields with one, got ${JSON.stringify(given) ?? "none"}`,
    );
  const fields = typeof given === "string" ? { question: given } : given;
  const event = { title: fields.question, markets: [fields] };
  const { markets } = await createTestEvent(call, "createMarket", event);
  const [market] = markets;
  if (market === undefined) throw new Error("createMarket: the exchange made no market");
  return market;
}
