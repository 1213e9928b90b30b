/**
 * Refusals of requests that reach no operation, in the form of the interface that was asked: no such route, another
 * method. Pages of all origins may read them wherever they may read what is public.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { Guard } from "../guard/guard.ts";
import { findMount } from "../mount.ts";
import type { Mount } from "../mount.ts";
import type { Refused, RefusedRequest } from "../refusal-form.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";
import { sharedRefusal } from "./cross-origin.ts";
import { gateOf } from "./operation-gate.ts";
import { refuseMethod } from "./refuse-method.ts";
import { methodsAt, routeHint } from "./route-hint.ts";
import { heldRefusal, sendRefusal } from "./send-refusal.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

/** A place at which something is refused before any operation is known. */
export type RefusalPlace = Pick<Mount, "form" | "dialect" | "crossOrigin">;

/** Form outside of all interfaces: that of the trading interface. */
const NOWHERE: RefusalPlace = { form: tradingRefusals, dialect: "spec" };

export const placeAt = (mounts: readonly Mount[], url: string): RefusalPlace =>
  findMount(mounts, url) ?? NOWHERE;

/** Sends a refusal of a request that reached no operation. */
export const refuseAt = (
  { crossOrigin }: RefusalPlace,
  reply: FastifyReply,
  refused: Refused,
): FastifyReply => sendRefusal(reply.headers(sharedRefusal(crossOrigin)), refused);

type Refuse = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Makes the answer to a request without a route, or with another method than its route has. */
export function refuseUnrouted(context: Context, mounts: readonly Mount[], guard: Guard | undefined): Refuse {
  const gates = new Map(
    mounts.map((mount) => [mount, guard && gateOf(context, guard, { mount, endpoint: UNKNOWN_ROUTE })]),
  );
  return (request, reply) => {
    const mount = findMount(mounts, request.url);
    if (mount === undefined)
      return refuseAt(
        NOWHERE,
        reply,
        NOWHERE.form.notFound({ dialect: NOWHERE.dialect, hint: NO_INTERFACE, requestId: request.id }),
      );
    const { form, dialect } = mount;
    const held = gates.get(mount)?.enter(request, reply);
    if (held !== undefined)
      return refuseAt(mount, reply, heldRefusal(form, held, unknownRouteIn(mount, request)));
    const methods = methodsAt(mount, request.url);
    if (methods.length > 0)
      return refuseMethod(reply.headers(sharedRefusal(mount.crossOrigin)), methods, form);
    const hint = routeHint(request, mount);
    return refuseAt(mount, reply, form.notFound({ dialect, hint, requestId: request.id }));
  };
}

const NO_INTERFACE = "no interface is here";

/** The place of an unknown route: a request of it counts against the interface's limits, as any other. */
const UNKNOWN_ROUTE = { access: "public", kind: "read", limits: ONLY_INTERFACE_LIMIT } as const;

export const unknownRouteIn = (
  { dialect }: Pick<Mount, "dialect">,
  { id }: Pick<FastifyRequest, "id">,
): RefusedRequest => ({
  dialect,
  texts: [],
  requestId: id,
  placement: false,
});
