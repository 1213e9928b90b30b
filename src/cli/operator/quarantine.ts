/** `presage quarantine`: lists and releases commands that stopped the exchange. */
import type { Static } from "typebox";
import type { QuarantineAnswer } from "../../http/admin/exchange/exchange.ts";
import { describeSubcommand, runOperationGroup } from "./operation.ts";
import type { OperationFamily } from "./operation.ts";
import { tableText } from "../table.ts";

export const QUARANTINE_HELP = `Usage: presage quarantine list
       presage quarantine release COMMAND --reason TEXT

Commands that were being decided when the exchange stopped without being asked. Each is decided by itself from then on;
one that stops the exchange twice is refused until it is released. The exchange must run.

  presage quarantine list
  presage quarantine release 0x00000000000000000000000000000000000000000000000000000000000000a1 --reason "updated"
`;

type Quarantined = Static<typeof QuarantineAnswer>;

const QUARANTINE: OperationFamily = {
  list: describeSubcommand<readonly Quarantined[]>({
    route: "GET /quarantine",
    text: (commands) => {
      const rows = commands.map(({ fingerprint, command, stops, refused }) => [
        fingerprint,
        String(stops),
        refused ? "yes" : "no",
        command,
      ]);
      return tableText(["COMMAND", "STOPS", "REFUSED", "WHAT"], rows, "Nothing is in quarantine.");
    },
  }),
  release: describeSubcommand({
    route: "POST /quarantine/:fingerprint/release",
    operands: { COMMAND: "fingerprint" },
    text: (_, { operands: [fingerprint] }) => `${fingerprint} is released.\n`,
  }),
};

export const quarantine = (args: readonly string[]): Promise<number> =>
  runOperationGroup("quarantine", QUARANTINE, args);
