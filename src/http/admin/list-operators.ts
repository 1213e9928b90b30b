/** GET /operators: the operators of this exchange with their roles, never with their tokens. */
import { Type } from "typebox";
import { FIRST_OPERATOR, FIRST_ROLES, ROLES } from "../../signing/operators.ts";
import { AUDIT } from "./groups.ts";
import { operation } from "./operation.ts";

export const listOperators = operation({
  method: "GET",
  path: "/operators",
  summary: "List the operators and their roles",
  group: AUDIT,
  refuses: [],
  answer: Type.Array(Type.Object({ name: Type.String(), roles: Type.Array(Type.Enum([...ROLES])) }), {
    description: "The first one, then those of PRESAGE_OPERATORS as configured",
  }),
  handle: ({ context }) => ({
    body: [
      { name: FIRST_OPERATOR, roles: [...FIRST_ROLES] },
      ...context.config.operators.map(({ name, roles }) => ({ name, roles: [...roles] })),
    ],
  }),
});
