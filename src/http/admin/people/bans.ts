/** Bans of owners, whose orders are refused and whose resting orders are cancelled, and the lifting of bans. */
import { Type } from "typebox";
import { rejectUnsigned } from "../../../core/ledger/accounts.ts";
import { canceledOrders } from "../../../core/orders/canceled-orders.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Applied } from "../../../engine/repeats/entry.ts";
import { listBans as readBans } from "../../../store/reads/audit.ts";
import type { Answer } from "../../operation/endpoint.ts";
import { answerOnce } from "../../operation/answer-once.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { OWNERS, Reason, runOperatorAction, operation } from "../operation.ts";
import type { OperatorRequest } from "../operation.ts";
import { GivenWallet, readWallet } from "../path-params.ts";

export const BanAnswer = Type.Object({
  address: Type.String(),
  banned: Type.Boolean(),
  changed: Type.Boolean({ description: "False when it was so before, and nothing was done" }),
  canceledOrders: Type.Integer(),
});

type BanRequest = { readonly address: string; readonly reason: string };

const changeBan = (call: OperatorRequest, type: "ban" | "unban", given: BanRequest): Promise<Answer> =>
  answerOnce(call, {
    act: async () => {
      const address = readWallet(given.address);
      if (isRejection(address)) return address;
      const unsigned = rejectUnsigned(address);
      if (unsigned !== undefined) return unsigned;
      const owner = call.context.engine.exchange.accountByAddress.get(address)?.owner ?? address;
      if (owner !== address) return notAnOwner(address, owner);
      const change = { action: type, subject: address, reason: given.reason, command: { type, address } };
      return runOperatorAction(call, change, (applied) => ({
        address,
        banned: type === "ban",
        ...countOrders(applied),
      }));
    },
    tell: ({ result }) => result,
  });

/** Rejects a ban of a contract wallet, which would have no effect: its owner places its orders. */
const notAnOwner = (address: string, owner: string): Rejection =>
  reject("invalid_payload", `address: expected ${owner}, the owner of this contract wallet, got ${address}`);

const countOrders = ({ events }: Applied) => ({
  changed: events.length > 0,
  canceledOrders: events.reduce((count, event) => count + canceledOrders(event).length, 0),
});

/** POST /bans: refuses an owner's orders from now on, and cancels the resting ones. */
export const banOwner = operation({
  method: "POST",
  path: "/bans",
  summary: "Ban an owner from trading",
  group: OWNERS,
  refuses: ["not_accepting", "wallet_taken"],
  role: "market-admin",
  body: Type.Object({ address: GivenWallet, reason: Reason }, { additionalProperties: false }),
  answer: BanAnswer,
  handle: (call) => changeBan(call, "ban", call.body),
});

/** DELETE /bans/{address}: accepts an owner's orders again. */
export const unbanOwner = operation({
  method: "DELETE",
  path: "/bans/:address",
  summary: "End the ban of an owner",
  group: OWNERS,
  refuses: ["not_accepting", "wallet_taken"],
  role: "market-admin",
  params: Type.Object({ address: GivenWallet }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: BanAnswer,
  handle: (call) => changeBan(call, "unban", { address: call.params.address, reason: call.body.reason }),
});

/** GET /bans: all owners whose orders are refused. */
export const listBans = operation({
  method: "GET",
  path: "/bans",
  summary: "List the bans",
  group: OWNERS,
  refuses: [],
  answer: Type.Array(
    Type.Object({
      address: Type.String(),
      time: Time,
      operator: OrNull(Type.String()),
      reason: OrNull(Type.String()),
    }),
  ),
  handle: async ({ context }) => ({
    body: (await readBans(await context.sql())).map(({ address, at, operator, reason }) => ({
      address,
      time: timeAt(at),
      operator,
      reason,
    })),
  }),
});
