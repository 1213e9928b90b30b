/** `presage event create TITLE`: makes an event, in which markets can then be made. */
import { textFlags, textsOf } from "./command-line.ts";
import { runOperationGroup } from "./operation.ts";
import type { OperationFamily } from "./operation.ts";
import { printable } from "./table.ts";

export const EVENT_HELP = `Usage: presage event create TITLE --reason TEXT [flags]

Makes an event, which groups markets; presage market create puts markets into it. The exchange must run. With
--negative-risk exactly one of its markets resolves to its first outcome, and its holders can convert.

Flags: --slug TEXT, --description TEXT, --tag LABEL (once for each), --starts and --ends TIME, --source URL (what
decides it), --image URL, --icon URL, --negative-risk.

  presage event create "Rain in May" --tag Weather --ends 2027-06-01T00:00:00Z --reason "asked for by the club"
  presage event create "Who wins the cup?" --negative-risk --reason "season 2027" --json
`;

const TEXTS = {
  "--slug": "slug",
  "--description": "description",
  "--starts": "startDate",
  "--ends": "endDate",
  "--source": "resolutionSource",
  "--image": "image",
  "--icon": "icon",
} as const;

type EventAnswer = { readonly id: string; readonly slug: string; readonly title: string };

const EVENTS: OperationFamily = {
  create: {
    operands: ["TITLE"],
    flags: {
      ...textFlags(TEXTS),
      "--tag": "list",
      "--negative-risk": "switch",
    },
    changes: true,
    perform: async ({ line, operands, reason, call }) => {
      const body = {
        title: operands[0],
        ...textsOf(line, TEXTS),
        tags: line.flags.get("--tag"),
        negativeRisk: line.flags.has("--negative-risk"),
        reason,
      };
      const created: EventAnswer = JSON.parse(await call({ method: "POST", path: "/events", body }));
      return { json: created, text: createdText(created) };
    },
  },
};

const createdText = ({ id, slug, title }: EventAnswer): string =>
  `${printable(`Event ${id} is made: ${title} (${slug})`)}\nNext: presage market create ${id} QUESTION\n`;

export const event = (args: readonly string[]): Promise<number> => runOperationGroup("event", EVENTS, args);
