/** GET / of the one-port address: which interfaces are mounted where. */
import { Type } from "typebox";
import type { Dialect } from "./dialect.ts";
import { endpoint } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";

export function indexOf(mounts: readonly { readonly dialect: Dialect; readonly prefix: string }[]): Endpoint {
  return endpoint({
    method: "GET",
    path: "/",
    summary: "List the interfaces that are mounted on this address",
    answer: Type.Object({ name: Type.String(), trading: Type.Record(Type.String(), Type.String()) }),
    handle: () => ({
      body: {
        name: "presage",
        trading: Object.fromEntries(mounts.map(({ dialect, prefix }) => [dialect, prefix])),
      },
    }),
  });
}
