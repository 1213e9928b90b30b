/** Public events of the exchange as a whole. */
import { Type } from "typebox";
import { MODES } from "../../core/exchange-mode.ts";
import { orNull } from "./event-fields.ts";

export const EXCHANGE_EVENTS = {
  "exchange.mode": Type.Object(
    { mode: Type.Enum([...MODES]) },
    { description: "An operator set the mode of the exchange" },
  ),
  "operator.acted": Type.Object(
    {
      operator: Type.String({ description: "Name of the operator" }),
      action: Type.String(),
      subject: orNull(Type.String({ description: "Null where it is a name or word that is forbidden" })),
      reason: orNull(Type.String({ description: "Null where the subject is" })),
      details: orNull(
        Type.Record(Type.String(), Type.Unknown(), {
          description: "Of edits, clarifications and announcements, which traders see; null of all others",
        }),
      ),
    },
    { description: "An entry of the audit log" },
  ),
  "request.done": Type.Object(
    {
      caller: Type.String({ description: "A wallet, `operator NAME`, `anyone`, or `exchange`" }),
      content: Type.String({ description: "SHA-256 of the request's operation, path, query and body" }),
    },
    { description: "A request with a name was carried out, and will be done once" },
  ),
};
