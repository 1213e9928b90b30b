/** GET /settings: the settings that the running exchange has, without secrets. */
import { Type } from "typebox";
import { listPrintedSettings } from "../../../settings/printed-settings.ts";
import { OrNull } from "../../values/resolution-answer.ts";
import { EXCHANGE, readOperation } from "../operation.ts";

const PrintedSettings = Type.Array(
  Type.Object({
    name: Type.String(),
    value: OrNull(
      Type.String({
        description: "Null if it is not set; of a secret only whether, or from where, it is set",
      }),
    ),
    source: Type.Enum(["default", "environment", "file", "flag"]),
  }),
  { description: "Every setting, in the order of docs/reference/configuration.md" },
);
export type PrintedSettings = Type.Static<typeof PrintedSettings>;

export const getSettings = readOperation({
  path: "/settings",
  summary: "List the settings that the exchange was started with, and where each comes from",
  group: EXCHANGE,
  answer: PrintedSettings,
  read: ({ context }) => listPrintedSettings(context.config.texts),
});
