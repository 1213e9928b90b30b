/** The OpenAPI document of the one-port address itself, which links to those of its interfaces. */
import { tradingRefusals } from "../trading/refusal-form.ts";
import { Refusal, showInternalError } from "./parts.ts";
import type { InterfacePage } from "./document.ts";

export const onePortPage: InterfacePage = {
  title: "Presage on one port",
  description:
    "Every interface below one address, at `/<dialect>/<interface>`. GET / lists them; each has a document of its own there, as " +
    "`/spec/trading/openapi.json`, and `/docs` shows all.",
  schemas: () => ({ Refusal }),
  refusals: (_endpoint, dialect) => [showInternalError({ form: tradingRefusals, schema: Refusal, dialect })],
};
