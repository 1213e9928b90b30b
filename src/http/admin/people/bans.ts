/** Bans of owners, whose orders are refused and whose resting orders are cancelled, and the lifting of bans. */
import { Type } from "typebox";
import { rejectUnsigned } from "../../../core/ledger/accounts.ts";
import { canceledOrders } from "../../../core/orders/canceled-orders.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { listBans as readBans } from "../../../store/reads/audit.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { changeOperation, readOperation, ReasonBody, OWNERS, changeBody } from "../operation.ts";
import type { ChangeCall } from "../operation.ts";
import { GivenWallet } from "../path-params.ts";
import { readWallet, WalletName } from "../../values/wallets.ts";

export const BanAnswer = Type.Object({
  address: Type.String(),
  banned: Type.Boolean(),
  changed: Type.Boolean({ description: "False when it was so before, and nothing was done" }),
  canceledOrders: Type.Integer(),
});

/** Bans the owner, or ends the owner's ban; changes nothing if already so. */
async function changeBan(
  { context, execute }: ChangeCall<unknown, unknown, unknown>,
  type: "ban" | "unban",
  given: string,
) {
  const address = readWallet(given);
  if (isRejection(address)) return address;
  const unsigned = rejectUnsigned(address);
  if (unsigned !== undefined) return unsigned;
  const owner = context.engine.exchange.accountByAddress.get(address)?.owner ?? address;
  if (owner !== address) return rejectContractWallet(address, owner);
  return execute({ action: type, subject: address, command: { type, address } }, ({ events }) => ({
    address,
    banned: type === "ban",
    changed: events.length > 0,
    canceledOrders: events.reduce((count, event) => count + canceledOrders(event).length, 0),
  }));
}

/** Rejects a ban of a contract wallet. The ban would have no effect, since the wallet's owner signs the orders. */
const rejectContractWallet = (address: string, owner: string): Rejection =>
  reject("invalid_payload", `address: expected ${owner}, the owner of this contract wallet, got ${address}`);

/** POST /bans: refuses an owner's orders from now on, and cancels the owner's resting orders. */
export const banOwner = changeOperation({
  path: "/bans",
  summary: "Ban an owner from trading",
  group: OWNERS,
  refuses: ["wallet_taken"],
  body: changeBody({ address: GivenWallet }),
  answer: BanAnswer,
  act: (call) => changeBan(call, "ban", call.body.address),
});

/** DELETE /bans/{address}: accepts an owner's orders again. */
export const unbanOwner = changeOperation({
  method: "DELETE",
  path: "/bans/:address",
  summary: "End the ban of an owner",
  group: OWNERS,
  refuses: ["wallet_taken"],
  params: Type.Object({ address: GivenWallet }),
  body: ReasonBody,
  answer: BanAnswer,
  act: (call) => changeBan(call, "unban", call.params.address),
});

/** GET /bans: all owners whose orders are refused. */
export const listBans = readOperation({
  path: "/bans",
  summary: "List the bans",
  group: OWNERS,
  answer: Type.Array(
    Type.Object({
      address: Type.String(),
      name: WalletName,
      time: Time,
      operator: OrNull(Type.String()),
      reason: OrNull(Type.String()),
    }),
  ),
  read: async ({ context }) =>
    (await readBans(await context.sql())).map(({ address, at, operator, reason }) => ({
      address,
      name: context.names.nameOf(address),
      time: timeAt(at),
      operator,
      reason,
    })),
});
