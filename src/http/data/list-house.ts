/** GET /house: the accounts of the exchange's own market makers, so that analysts can leave their rows out. */
import { Type } from "typebox";
import { uncodedOperation } from "../uncoded-operation.ts";
import { WalletName } from "../wallet-name.ts";
import { MARKETS } from "./groups.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const Seconds = (description: string) => Type.Integer({ description: `${description}, unix seconds` });

const HouseAccount = Type.Object({
  proxyWallet: Type.String({ description: "Lower case; it trades in this market alone" }),
  name: WalletName,
  conditionId: Type.String(),
  startedAt: Seconds("When its maker began"),
  stoppedAt: Type.Union([Seconds("When an operator stopped it"), Type.Null()], {
    description: "Null while it runs",
  }),
});

export const listHouse = uncodedOperation({
  method: "GET",
  path: "/house",
  fromMemory: true,
  summary: "List the accounts of the exchange's own market makers, those of the past too",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  strict: true,
  answer: Type.Array(HouseAccount, {
    description: "In the order in which they began; sandbox residents are none",
  }),
  maxAgeSeconds: 5,
  handle: ({ context: { house } }) => ({
    body: house.list().map(({ address, conditionId, started, stopped }) => ({
      proxyWallet: address,
      name: house.nameOf(address),
      conditionId,
      startedAt: secondsOf(started.at),
      stoppedAt: stopped === undefined ? null : secondsOf(stopped.at),
    })),
  }),
});

const secondsOf = (at: number): number => Math.floor(at / 1_000);
