/** New read-only and builder's keys. The id of a key is made of the request that asks for it: a repeat gets the same key. */
import { randomUUID } from "node:crypto";
import type { Context } from "../../../context.ts";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { RequestName } from "../../../core/request.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { countFurtherKeys, MAX_FURTHER_KEYS } from "../../../store/keys/further-keys.ts";
import type { FurtherKeyKind } from "../../../store/keys/further-keys.ts";
import type { Answer } from "../../endpoint.ts";
import { carryOut, once } from "../../once.ts";
import type { RequestOutcome } from "../../once.ts";

type Call = {
  readonly context: Context;
  readonly request: RequestName | undefined;
  readonly caller: ActiveKey;
};

/**
 * Makes a key of the caller's wallet, one after the other, and answers with what `store` gives of it. The key is noted
 * before it is stored, and stored again by each repeat, which changes nothing.
 */
export const createFurtherKey = (
  call: Call,
  kind: FurtherKeyKind,
  store: (key: ActiveKey) => Promise<object>,
): Promise<Answer> =>
  call.context.requestTurns.take([`${kind} keys of ${call.caller.address}`], () =>
    once(call, { act: () => noteKey(call, kind), tell: ({ result }) => store(result) }),
  );

/** Refuses one more than the wallet may have. */
async function noteKey(call: Call, kind: FurtherKeyKind): Promise<RequestOutcome<ActiveKey> | Rejection> {
  const { context, request, caller } = call;
  const { address } = caller;
  if ((await countFurtherKeys(context.ownSql, kind, address)) >= MAX_FURTHER_KEYS)
    return reject(
      "too_many_keys",
      `${address} has ${MAX_FURTHER_KEYS} ${KINDS[kind]} keys, and may not have more; revoke one first`,
    );
  const apiKey = context.furtherKeyId(kind, request?.key ?? request?.signed ?? randomUUID());
  return carryOut(call, { type: "remember-request", by: "client" }, () => ({ apiKey, address }));
}

const KINDS: { readonly [Kind in FurtherKeyKind]: string } = { readonly: "read-only", builder: "builder" };
