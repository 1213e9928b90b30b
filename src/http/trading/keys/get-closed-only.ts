/**
 * GET /auth/ban-status/closed-only: whether the caller may only reduce what it has. Here an owner may trade or, banned,
 * place no order at all: then it is true. The services' clients read either spelling of the key.
 */
import { Type } from "typebox";
import { isBanned } from "../../../store/reads/bans.ts";
import { API_KEYS } from "../groups.ts";
import { keyOperation } from "./key-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const getClosedOnly = keyOperation({
  method: "GET",
  path: "/auth/ban-status/closed-only",
  summary: "Get whether the caller is kept from opening positions",
  group: API_KEYS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  answer: Type.Object({ closedOnly: Type.Boolean(), closed_only: Type.Boolean() }),
  handle: async ({ context, caller }) => {
    const banned = await isBanned(await context.sql(), caller.address);
    return { body: { closedOnly: banned, closed_only: banned } };
  },
});
