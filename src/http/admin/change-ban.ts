/** Bans and their ends: orders of a banned owner are refused, and those that rest are cancelled. */
import { Type } from "typebox";
import { refuseOwn } from "../../core/accounts.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Committed } from "../../engine/engine.ts";
import type { Answer } from "../endpoint.ts";
import { operate } from "./operation.ts";
import type { OperatorCall } from "./operation.ts";
import { readWallet } from "./wallet-term.ts";

export const BanAnswer = Type.Object({
  address: Type.String(),
  banned: Type.Boolean(),
  changed: Type.Boolean({ description: "False when it was so before, and nothing was done" }),
  canceledOrders: Type.Integer(),
});

type Given = { readonly address: string; readonly reason: string };

export async function changeBan(
  call: Pick<OperatorCall<unknown, unknown, unknown>, "context" | "operator">,
  type: "ban" | "unban",
  given: Given,
): Promise<Answer> {
  const address = readWallet(given.address);
  if (typeof address !== "string") return { rejection: address };
  const own = refuseOwn(address);
  if (own !== undefined) return { rejection: own };
  const owner = call.context.engine.exchange.accountByAddress.get(address)?.owner ?? address;
  if (owner !== address) return { rejection: notAnOwner(address, owner) };
  const deed = { action: type, subject: address, reason: given.reason, command: { type, address } };
  const outcome = await operate(call, deed);
  if ("code" in outcome) return { rejection: outcome };
  return { body: { address, banned: type === "ban", ...countOf(outcome) } };
}

/** A ban of a contract wallet would hit nobody: whoever signs for it places its orders. */
const notAnOwner = (address: string, owner: string): Rejection =>
  reject("invalid_payload", `address: expected ${owner}, the owner of this contract wallet, got ${address}`);

const countOf = ({ events }: Committed) => ({
  changed: events.length > 0,
  canceledOrders: events.filter(({ type }) => type === "order-canceled").length,
});
