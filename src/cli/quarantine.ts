/** `presage quarantine`: lists and releases commands that stopped the exchange. */
import type { Static } from "typebox";
import type { QuarantineAnswer } from "../http/admin/exchange.ts";
import { runOperationGroup } from "./operation.ts";
import type { OperationFamily } from "./operation.ts";
import { tableText } from "./table.ts";

export const QUARANTINE_HELP = `Usage: presage quarantine list
       presage quarantine release COMMAND --reason TEXT

Commands that were being decided when the exchange stopped without being asked. Each is decided by itself from then on;
one that stops the exchange twice is refused until it is released. The exchange must run.

  presage quarantine list
  presage quarantine release 0x00000000000000000000000000000000000000000000000000000000000000a1 --reason "updated"
`;

type Quarantined = Static<typeof QuarantineAnswer>;

const QUARANTINE: OperationFamily = {
  list: {
    operands: [],
    changes: false,
    perform: async ({ call }) => {
      const commands: readonly Quarantined[] = JSON.parse(await call({ method: "GET", path: "/quarantine" }));
      const rows = commands.map(({ fingerprint, command, stops, refused }) => [
        fingerprint,
        String(stops),
        refused ? "yes" : "no",
        command,
      ]);
      const text = tableText(["COMMAND", "STOPS", "REFUSED", "WHAT"], rows, "Nothing is in quarantine.");
      return { json: commands, text };
    },
  },
  release: {
    operands: ["COMMAND"],
    changes: true,
    perform: async ({ operands: [fingerprint], reason, call }) => {
      const path = `/quarantine/${encodeURIComponent(fingerprint)}/release`;
      const done: unknown = JSON.parse(await call({ method: "POST", path, body: { reason } }));
      return { json: done, text: `${fingerprint} is released.\n` };
    },
  },
};

export const quarantine = (args: readonly string[]): Promise<number> =>
  runOperationGroup("quarantine", QUARANTINE, args);
