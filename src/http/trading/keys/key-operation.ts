/** An operation on what belongs to the owner of an API key: the key is known when its handler is called. */
import type { Static, TObject, TSchema } from "typebox";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { endpoint } from "../../endpoint.ts";
import type { Answer, Call, Description, Endpoint } from "../../endpoint.ts";

export type KeyCall<Query, Params, Body> = Omit<Call<Query, Params, Body>, "caller"> & {
  readonly caller: ActiveKey;
};

type KeyOperation<Q extends TObject, P extends TObject, B extends TSchema> = Omit<
  Description<Q, P, B>,
  "access" | "handle"
> & {
  /** Other credentials that may come with an API key or in its place: by default none. */
  readonly access?: "key" | "key-and-builder" | "key-or-reader";
  readonly handle: (call: KeyCall<Static<Q>, Static<P>, Static<B>>) => Answer | Promise<Answer>;
};

export const keyOperation = <Q extends TObject, P extends TObject, B extends TSchema>({
  handle,
  access = "key",
  ...description
}: KeyOperation<Q, P, B>): Endpoint =>
  endpoint<Q, P, B>({
    ...description,
    access,
    handle: ({ caller, ...call }) => {
      if (caller === undefined) throw new Error("an operation of a key was called without one");
      return handle({ ...call, caller });
    },
  });
