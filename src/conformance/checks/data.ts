/** Checks of the data interface: positions, closed positions, activity and holders. */
import { answered, expectJson, expectThat } from "../answer.ts";
import type { Answer } from "../answer.ts";
import { checksOf } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { activity, holderGroup, position, refusal } from "../data-records.ts";
import type { EndpointName } from "../endpoints.ts";
import { fieldOf, listIn, numberIn, textIn } from "../json-value.ts";
import { listOf, name, record } from "../shape.ts";
import type { Shape } from "../shape.ts";
import { boughtText, isBought, purchaseOf } from "../purchase.ts";
import type { Purchase } from "../purchase.ts";
import { sellAgain } from "./sold-again.ts";
import { readTraded } from "./trades.ts";

const NOBODY = "0x00000000000000000000000000000000000000a1";

const ask = (run: Run, path: string) => run.ask("data", { path });

/** Gives a wallet that holds shares of the market, or one that nobody has. */
async function someWallet(run: Run): Promise<string> {
  const answer = await answered(ask(run, `/holders?market=${run.market().conditionId}`));
  const holders = listIn(answer?.json).flatMap((group) => listIn(fieldOf(group, "holders")));
  return textIn(holders[0], "proxyWallet") ?? NOBODY;
}

type DataRead = {
  readonly endpoint: EndpointName;
  readonly path: string;
  /** The parameter that it requires. */
  readonly required: "user" | "market";
  readonly subject: (run: Run) => Promise<string>;
  readonly shapeOf: (run: Run) => Shape;
};

const READS: readonly DataRead[] = [
  {
    endpoint: "GET /positions",
    path: "/positions",
    required: "user",
    subject: someWallet,
    shapeOf: ({ terms }) => position(terms, false),
  },
  {
    endpoint: "GET /closed-positions",
    path: "/closed-positions",
    required: "user",
    subject: someWallet,
    shapeOf: ({ terms }) => position(terms, true),
  },
  {
    endpoint: "GET /activity",
    path: "/activity",
    required: "user",
    subject: someWallet,
    shapeOf: ({ terms }) => activity(terms),
  },
  {
    endpoint: "GET /holders",
    path: "/holders",
    required: "market",
    subject: async (run) => run.market().conditionId,
    shapeOf: ({ terms }) => holderGroup(terms),
  },
];

const checksOfRead = ({ endpoint, path, required, subject, shapeOf }: DataRead): Check[] =>
  checksOf(endpoint, "reading", {
    "gives an array of records": async (run) => {
      const answer = await ask(run, `${path}?${required}=${await subject(run)}`);
      expectJson(answer, 200, listOf(shapeOf(run)));
    },
    [`names the missing ${required}`]: async (run) => {
      expectJson(await ask(run, path), 400, refusal(`missing_field: ${required}`));
    },
    "refuses or ignores an unknown parameter": async (run) => {
      const answer = await ask(run, `${path}?${required}=${await subject(run)}&unheard_of=1`);
      const { unknownParameter: status } = run.terms;
      expectJson(
        answer,
        status,
        status === 200 ? listOf(shapeOf(run)) : refusal("unknown_field: unheard_of"),
      );
    },
    "refuses a limit that is no number": async (run) => {
      const answer = await ask(run, `${path}?${required}=${await subject(run)}&limit=many`);
      expectJson(answer, 400, record({ error: name }));
    },
  });

/** Expects the market of the trade among the records of the wallet that traded. */
async function expectTraded(run: Run, path: string, shape: Shape): Promise<Answer> {
  const { address } = purchaseOf(run).order.by;
  const { conditionId } = run.market();
  const isThere = ({ json }: Answer): boolean =>
    listIn(json).some((one) => textIn(one, "conditionId") === conditionId);
  const answer = await readTraded(run, () => ask(run, `${path}?user=${address}`), isThere);
  expectJson(answer, 200, listOf(shape));
  expectThat(
    answer,
    isThere(answer),
    `a record of market ${conditionId}, which the wallet traded`,
    answer.json,
  );
  const strange = listIn(answer.json).find(
    (one) => textIn(one, "proxyWallet")?.toLowerCase() !== address.toLowerCase(),
  );
  expectThat(answer, strange === undefined, `records of wallet ${address} alone`, strange);
  return answer;
}

async function expectHolders(run: Run): Promise<void> {
  const purchase = purchaseOf(run);
  const { address } = purchase.order.by;
  const holdersIn = ({ json }: Answer) => listIn(json).map((group) => listIn(fieldOf(group, "holders")));
  const isThere = (answer: Answer): boolean =>
    holdersIn(answer)
      .flat()
      .some((one) => textIn(one, "proxyWallet")?.toLowerCase() === address.toLowerCase());
  const read = () => ask(run, `/holders?market=${run.market().conditionId}&limit=500`);
  const answer = await readTraded(run, read, isThere);
  expectJson(answer, 200, listOf(holderGroup(run.terms)));
  expectThat(answer, isThere(answer), `wallet ${address}, which holds shares`, answer.json);
  const own = holdersIn(answer)
    .flat()
    .filter((one) => textIn(one, "proxyWallet")?.toLowerCase() === address.toLowerCase());
  const held = ofOutcome(own, purchase).every((one) => isBought(purchase, numberIn(one, "amount")));
  expectThat(answer, held, `amount ${boughtText(purchase)} of wallet ${address}, as it bought`, own);
  for (const group of holdersIn(answer)) {
    const amounts = group.map((one) => numberIn(one, "amount"));
    const falls = amounts.every((one, at) => at === 0 || one <= (amounts[at - 1] ?? one));
    expectThat(answer, falls, "holders by falling amount", amounts);
  }
}

/** Records of the outcome that was bought. */
const ofOutcome = (records: readonly unknown[], { outcomeIndex }: Purchase): readonly unknown[] =>
  records.filter((one) => numberIn(one, "outcomeIndex") === outcomeIndex);

async function expectPosition(run: Run): Promise<void> {
  const purchase = purchaseOf(run);
  const answer = await expectTraded(run, "/positions", position(run.terms, false));
  const sizes = ofOutcome(listIn(answer.json), purchase).map((one) => numberIn(one, "size"));
  const [size] = sizes;
  const isRight = sizes.length === 1 && size !== undefined && isBought(purchase, size);
  expectThat(answer, isRight, `one position of size ${boughtText(purchase)}, as was bought`, answer.json);
}

async function expectActivity(run: Run): Promise<void> {
  const purchase = purchaseOf(run);
  const answer = await expectTraded(run, "/activity", activity(run.terms));
  const trades = ofOutcome(listIn(answer.json), purchase).filter((one) => textIn(one, "type") === "TRADE");
  expectThat(answer, trades.length > 0, "a record of type TRADE", answer.json);
  const limit = purchase.order.priceMicros / 1e6;
  const fits = trades.every((one) => textIn(one, "side") === "BUY" && numberIn(one, "price") <= limit + NEAR);
  expectThat(answer, fits, `side BUY and a price of at most ${limit}`, trades);
  const size = trades.reduce<number>((sum, one) => sum + numberIn(one, "size"), 0);
  expectThat(answer, isBought(purchase, size), `trades of ${boughtText(purchase)} shares`, trades);
}

const NEAR = 1e-6;

async function expectClosed(run: Run): Promise<void> {
  await sellAgain(run);
  await expectTraded(run, "/closed-positions", position(run.terms, true));
}

export const DATA_CHECKS: readonly Check[] = [
  ...READS.flatMap(checksOfRead),
  ...checksOf("GET /positions", "traded", {
    "has what a wallet bought": expectPosition,
  }),
  ...checksOf("GET /activity", "traded", {
    "has the trade of a wallet": expectActivity,
  }),
  ...checksOf("GET /holders", "traded", { "has a wallet that bought": expectHolders }),
  ...checksOf("GET /closed-positions", "closed", { "has what a wallet sold again": expectClosed }),
];
