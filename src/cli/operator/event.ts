/** `presage event ...`: creates events, and changes the status of all markets of an event together. */
import { textFlags, getTextFlags, getTextFlag } from "../command-line.ts";
import { eventPath, eventText, getEvent, rehearsalText, steppedText } from "./event-answer.ts";
import type { Rehearsal, SteppedEvent } from "./event-answer.ts";
import { clarifyEvent, editEvent, LISTING_TEXTS } from "./listing-edits.ts";
import { runOperationGroup } from "./operation.ts";
import type { CommandOutput, OperationFamily, OperationInput, OperatorSubcommand } from "./operation.ts";
import { printable } from "../table.ts";

export const EVENT_HELP = `Usage: presage event create TITLE --reason TEXT [flags]
       presage event edit EVENT --reason TEXT [flags]
       presage event clarify EVENT TEXT --reason TEXT
       presage event show EVENT
       presage event open|pause|resume|archive EVENT --reason TEXT
       presage event rehearse EVENT WINNER [--limit ACCOUNTS] [--offset ACCOUNTS]
       presage event propose EVENT WINNER --reason TEXT [--evidence TEXT] [--link URL]
       presage event resolve EVENT WINNER --reason TEXT [--yes]

create makes an event, which groups markets; presage market create puts markets into it. The exchange must run. With
--negative-risk exactly one of its markets resolves to its first outcome, and its holders can convert. All other
commands are about all markets of an event: each happens to all of them, or to none. EVENT is an id or a slug, WINNER a
market of it by condition id or slug, and all others lose. rehearse tells who would get what, and changes nothing.
resolve and archive are asked about once more at a terminal; --yes answers that. Traders see each edit with the value
before it. Rules and source stay once there are orders, shares or trades; clarify adds a text to the rules then.

Flags of create: --slug TEXT, --description TEXT, --tag LABEL (once for each), --starts and --ends TIME, --source URL
(what decides it), --image URL, --icon URL, --negative-risk. Flags of edit: --title TEXT, --no-tags, and those of create
but --slug and --negative-risk; the --tag labels are all that the event has then. --unchanged-since NUMBER, the last edit as show tells it, has the edit
refused where somebody edited meanwhile.

  presage event create "Rain in May" --tag Weather --ends 2027-06-01T00:00:00Z --reason "asked for by the club"
  presage event create "Who wins the cup?" --negative-risk --reason "season 2027" --json
  presage event edit rain-in-may --tag Weather --tag Bern --reason "asked for by the club"
  presage event clarify rain-in-may "All times are local." --reason "somebody asked"
  presage event open who-wins-the-cup --reason "rules checked"
  presage event rehearse who-wins-the-cup will-the-north-win
  presage event resolve who-wins-the-cup will-the-north-win --reason "the final is over" --yes
`;

const TEXTS = { "--slug": "slug", ...LISTING_TEXTS } as const;

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
        ...getTextFlags(line, TEXTS),
        tags: line.flags.get("--tag"),
        negativeRisk: line.flags.has("--negative-risk"),
        reason,
      };
      const created: EventAnswer = JSON.parse(await call({ method: "POST", path: "/events", body }));
      return { json: created, text: createdText(created) };
    },
  },
  edit: editEvent,
  clarify: clarifyEvent,
  show: {
    operands: ["EVENT"],
    changes: false,
    perform: async (input) => {
      const found = await getEvent(input, input.operands[0]);
      return { json: found, text: eventText(found) };
    },
  },
  open: stepOperation("open"),
  pause: stepOperation("pause"),
  resume: stepOperation("resume"),
  archive: {
    ...stepOperation("archive"),
    warning: async (input) => {
      const { title, slug, markets } = await getEvent(input, input.operands[0]);
      return `${printable(`"${title}" (${slug})`)} and its ${markets.length} markets will be archived, which tells clients to hide them, and never trade again.`;
    },
  },
  rehearse: {
    operands: ["EVENT", "WINNER"],
    flags: { "--limit": "text", "--offset": "text" },
    changes: false,
    perform: async (input) => {
      const rehearsed = await rehearse(input);
      return { json: rehearsed, text: rehearsalText(rehearsed) };
    },
  },
  propose: {
    operands: ["EVENT", "WINNER"],
    flags: { "--evidence": "text", "--link": "text" },
    changes: true,
    perform: (input) => {
      const [evidence, link] = [getTextFlag(input.line, "--evidence"), getTextFlag(input.line, "--link")];
      return takeStep(input, "propose", { winner: input.operands[1], evidence, link });
    },
  },
  resolve: {
    operands: ["EVENT", "WINNER"],
    changes: true,
    warning: async (input) =>
      `${rehearsalText(await rehearse(input))}All of this will be done at once. It can be undone, market by market, only until somebody redeems.`,
    perform: (input) => takeStep(input, "resolve", { winner: input.operands[1] }),
  },
};

const createdText = ({ id, slug, title }: EventAnswer): string =>
  `${printable(`Event ${id} is made: ${title} (${slug})`)}\nNext: presage market create ${id} QUESTION\n`;

export const event = (args: readonly string[]): Promise<number> => runOperationGroup("event", EVENTS, args);

/** Makes the operation of a step whose only input is a reason. */
function stepOperation(step: string): OperatorSubcommand {
  return { operands: ["EVENT"], changes: true, perform: (input) => takeStep(input, step, {}) };
}

async function takeStep(
  { call, operands, reason }: OperationInput,
  step: string,
  terms: object,
): Promise<CommandOutput> {
  const path = `${eventPath(operands[0])}/${step}`;
  const stepped: SteppedEvent = JSON.parse(await call({ method: "POST", path, body: { ...terms, reason } }));
  return { json: stepped, text: steppedText(stepped) };
}

async function rehearse({ call, operands: [of, winner], line }: OperationInput): Promise<Rehearsal> {
  const query = new URLSearchParams({ winner });
  for (const name of ["limit", "offset"]) {
    const value = getTextFlag(line, `--${name}`);
    if (value !== undefined) query.set(name, value);
  }
  return JSON.parse(await call({ method: "GET", path: `${eventPath(of)}/rehearsal?${query}` }));
}
