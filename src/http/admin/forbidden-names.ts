/** Forbidden names of wallets, as complete names or as words within a name. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { MAX_NAME_TEXT, readForbidden } from "../../core/trader-name.ts";
import type { ForbiddenText } from "../../core/trader-name.ts";
import { listForbiddenNames as readForbiddenNames } from "../../store/names/forbidden-names.ts";
import { listAlike } from "../../store/names/wallet-names.ts";
import type { WalletName } from "../../store/names/wallet-names.ts";
import type { Answer } from "../endpoint.ts";
import { once } from "../once.ts";
import { Time, timeAt } from "../resolution-answer.ts";
import { textLine } from "../shown-text.ts";
import { NAMES } from "./groups.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction, OperatorRequest } from "./operation.ts";

const Match = Type.Enum(["name", "word"], {
  description: "name: a name that is or looks like the text; word: one that has the text within it, too",
});
const GivenText = textLine(MAX_NAME_TEXT, "Case, accents, separators and look-alikes do not count");

/** Maximum wallets in an answer that have such a name now. */
const MAX_BEARERS = 100;

const ForbiddenAnswer = Type.Object({
  text: Type.String(),
  match: Match,
  changed: Type.Boolean({ description: "False when it was so before, and nothing was done" }),
});

const Bearers = Type.Array(Type.Object({ address: Type.String(), name: Type.String() }), {
  description: `Wallets that have such a name now, at most ${MAX_BEARERS}; they keep it until it is taken away`,
});

/** GET /forbidden-names: all texts that operators forbade. */
export const listForbiddenNames = operation({
  method: "GET",
  path: "/forbidden-names",
  summary: "List the forbidden names and words",
  group: NAMES,
  refuses: [],
  answer: Type.Array(
    Type.Object({
      text: Type.String(),
      match: Match,
      time: Time,
      operator: Type.String(),
      reason: Type.String(),
    }),
    { description: "In the order of their letters; the exchange's own reserved words are not among them" },
  ),
  handle: async ({ context }) => ({
    body: (await readForbiddenNames(context.ownSql)).map(({ at, ...forbidden }) => ({
      text: forbidden.text,
      match: forbidden.match,
      time: timeAt(at),
      operator: forbidden.operator,
      reason: forbidden.reason,
    })),
  }),
});

/** POST /forbidden-names: forbids a name or a word for the future. */
export const forbidName = operation({
  method: "POST",
  path: "/forbidden-names",
  summary: "Forbid a name or a word for the future",
  group: NAMES,
  refuses: ["not_accepting", "invalid_name"],
  role: "market-admin",
  body: Type.Object({ text: GivenText, match: Match, reason: Reason }, { additionalProperties: false }),
  answer: Type.Object({ ...ForbiddenAnswer.properties, bearers: Bearers }),
  handle: (call) => {
    const { context, operator, body } = call;
    const { reason, ...text } = body;
    const forbid = () => context.names.forbid(text, { operator: operator.name, reason });
    return changeForbidden(call, { action: "forbid-name", text, reason, change: forbid }, (done) =>
      addBearers(call, done),
    );
  },
});

/** DELETE /forbidden-names: allows a forbidden name or word again. */
export const allowName = operation({
  method: "DELETE",
  path: "/forbidden-names",
  summary: "Allow a forbidden name or word again",
  group: NAMES,
  refuses: ["not_accepting", "invalid_name"],
  role: "market-admin",
  body: Type.Object({ text: GivenText, match: Match, reason: Reason }, { additionalProperties: false }),
  answer: ForbiddenAnswer,
  handle: (call) => {
    const { reason, ...text } = call.body;
    const allow = () => call.context.names.allow(text);
    return changeForbidden(call, { action: "allow-name", text, reason, change: allow }, (done) => done);
  },
});

type ForbiddenChange = Pick<OperatorAction, "action" | "reason"> & {
  readonly text: ForbiddenText;
  readonly change: () => Promise<boolean | Rejection>;
};

type Changed = ForbiddenText & { readonly changed: boolean };

const changeForbidden = (
  operating: OperatorRequest,
  { action, text, reason, change }: ForbiddenChange,
  tell: (done: Changed) => unknown,
): Promise<Answer> =>
  once<Changed>(operating, {
    act: async () => {
      const changed = await change();
      if (isRejection(changed)) return changed;
      const details = { match: text.match, changed };
      return operate(operating, { action, subject: text.text, reason, details }, () => ({
        ...text,
        changed,
      }));
    },
    tell: ({ result }) => tell(result),
  });

async function addBearers({ context }: OperatorRequest, done: Changed) {
  const look = readForbidden(done);
  const found: readonly WalletName[] = isRejection(look)
    ? []
    : await listAlike(context.ownSql, { look, match: done.match, limit: MAX_BEARERS });
  return { ...done, bearers: found.map(({ wallet, name }) => ({ address: wallet, name })) };
}
