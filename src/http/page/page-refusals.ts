/** Refusals of the pictures that the page's address serves, in the form of the trading interface. */
import type { FastifyReply } from "fastify";
import { sendRefusal } from "../server/send-refusal.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";

const askedOf = ({ request: { id } }: FastifyReply) =>
  ({ dialect: "spec", texts: [], requestId: id, placement: false }) as const;

export const sendNotFound = (reply: FastifyReply, hint: string): FastifyReply =>
  sendRefusal(reply, tradingRefusals.notFound({ ...askedOf(reply), hint }));

export const sendBusy = (reply: FastifyReply, hint: string, retryAfter: number): FastifyReply =>
  sendRefusal(reply, tradingRefusals.overloaded(askedOf(reply), { hint, retryAfter }));
