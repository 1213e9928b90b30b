/** Lists an operator's new event or market, with its audit entry. */
import type { Listing } from "../../core/catalog.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Exchange } from "../../core/state.ts";
import type { RequestOutcome } from "../once.ts";
import { operate } from "./operation.ts";
import type { OperatorAction, OperatorRequest } from "./operation.ts";

type Creation<Result> = {
  readonly describe: (listing: Listing) => Omit<OperatorAction, "command">;
  readonly tell: (listing: Listing, exchange: Exchange) => Result;
};

export const listCreated =
  <Result>(operating: OperatorRequest, { describe, tell }: Creation<Result>) =>
  (listing: Listing): Promise<RequestOutcome<Result> | Rejection> =>
    operate(operating, { ...describe(listing), command: { type: "list", listing } }, ({ exchange }) =>
      tell(listing, exchange),
    );
