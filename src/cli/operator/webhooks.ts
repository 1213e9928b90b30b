/** `presage webhooks list|show|add|...`: manages endpoints that receive the exchange's events. */
import type { Static } from "typebox";
import type { WebhookAnswer } from "../../http/admin/webhooks/webhook-answer.ts";
import type { FailureList } from "../../http/admin/webhooks/webhook-failures.ts";
import type { TestedWebhookAnswer } from "../../http/admin/webhooks/webhooks.ts";
import { getTextFlag } from "../terminal/command-line.ts";
import type { CommandLine, Subcommands } from "../terminal/command-line.ts";
import { columnsText, rowsText } from "../terminal/table.ts";
import type { Columns } from "../terminal/table.ts";
import { LISTEN_FLAGS, listenToWebhook, readListenOptions } from "./listen-webhook.ts";
import { describeFamily, describeSubcommand, callRoute } from "./operation.ts";
import type { OperationFamily, OperationInput, OperatorSubcommand } from "./operation.ts";

// Webhooks as text for a terminal.

type ShownWebhook = Static<typeof WebhookAnswer>;
type Failures = Static<typeof FailureList>;

const webhooksTable = (all: readonly ShownWebhook[]): string =>
  columnsText(
    all,
    {
      ID: "id",
      STATE: "state",
      LAG: "lag",
      WAITING: "waiting",
      DEAD: "dead",
      EVENTS: ({ events }) => events.join(","),
      URL: "url",
      DESCRIPTION: "description",
    },
    "There are no webhooks. To make one: presage webhooks add URL --event TYPE",
  );

/** Formats a webhook's fields. */
function webhookText(webhook: ShownWebhook): string {
  const { replay, error, disabledFor } = webhook;
  const rows = [
    ["id", webhook.id],
    ["url", webhook.url],
    ["description", webhook.description],
    ["events", webhook.events.join(", ")],
    ["wallets", webhook.wallets.join(", ") || "all"],
    ["markets", webhook.markets.join(", ") || "all"],
    ["in the order of", webhook.orderedBy === "owner" ? "each owner" : "each market"],
    ["state", disabledFor === "" ? webhook.state : `${webhook.state}: ${disabledFor}`],
    ["next batch", `${webhook.next}, ${webhook.lag} behind`],
    ["waiting", String(webhook.waiting)],
    ["given up", String(webhook.dead)],
    ["last success", webhook.succeeded ?? "none"],
    ["last failure", webhook.failed === null ? "none" : `${webhook.failed}: ${error}`],
    ["replay", replay === null ? "none" : `at batch ${replay.next} of ${replay.until}`],
    ["secret", `version ${webhook.secretVersion}${overlapText(webhook)}`],
  ];
  return rowsText(rows);
}

const overlapText = ({ overlapUntil }: ShownWebhook): string =>
  overlapUntil === null ? "" : `, with the one before until ${overlapUntil}`;

function failuresTable({ data, next }: Failures): string {
  const columns = {
    EVENT: "event",
    TYPE: "type",
    ATTEMPTS: "attempts",
    NEXT: "next",
    "DEAD SINCE": "dead",
    REPLAY: ({ replay }) => replay && "yes",
    ERROR: ({ error }) => error || "waits behind another",
  } as const satisfies Columns<Failures["data"][number]>;
  const table = columnsText(data, columns, "There are none.");
  return next === null ? table : `${table}For more: --after ${next}\n`;
}

const WEBHOOKS_HELP = `Usage: presage webhooks list
       presage webhooks show ID
       presage webhooks add URL --event TYPE [--event TYPE...] [--wallet ADDRESS...] [--market MARKET...]
                        [--ordered-by owner|market] [--description TEXT] [--from BATCH] --reason TEXT
       presage webhooks edit ID [--to URL] [--event TYPE...] [--wallet ADDRESS|all...] [--market MARKET|all...]
                        [--ordered-by owner|market] [--description TEXT] [--enable | --disable] --reason TEXT
       presage webhooks listen [--event TYPE...] [--wallet ADDRESS...] [--market MARKET...] [--ordered-by owner|market]
                        [--from BATCH] [--forward URL] [--address URL] [--port PORT] [--count N]
       presage webhooks remove ID --reason TEXT [--yes]
       presage webhooks test ID
       presage webhooks secret ID
       presage webhooks rotate ID [--overlap HOURS] --reason TEXT
       presage webhooks failures ID [--waiting] [--limit N] [--after PLACE]
       presage webhooks retry ID [--event EVENT...] --reason TEXT
       presage webhooks drop ID [--event EVENT...] --reason TEXT [--yes]
       presage webhooks replay ID --from BATCH [--to BATCH] --reason TEXT

A webhook is an address that gets events of the exchange, each in a signed request; docs/operating/webhooks.md has the types, the
signatures, and what happens to what fails. TYPE is one of docs/reference/events.md, or a pattern of them like order.* or *. add
prints the secret. test sends a message and says what came back. failures lists what was given up after three days of
attempts, with --waiting what is tried again; retry and drop take all that was given up, or the EVENTs that are named by
their ids; retry tries a named one that waits at once. The exchange must run.

listen makes a webhook of all events, or of the TYPEs, opens a port for it on this machine, and prints each message with
its signature verified; with --json one line each. --forward sends each on as it came, and its receiver's status is the
answer. The webhook is removed at Ctrl-C, or after --count messages. Where the exchange cannot reach this machine,
--address is the URL of a tunnel to --port.

  presage webhooks add https://hooks.example/presage --event "order.*" --event trade.matched --reason "our ledger"
  presage webhooks listen --event "order.*" --forward http://127.0.0.1:8080/hook
  presage webhooks test wh_0a1b2c3d4e5f6071
  presage webhooks replay wh_0a1b2c3d4e5f6071 --from 1200 --to 1300 --reason "the receiver lost a day"
`;

type ChangedWebhook = { readonly id: string };
type WebhookWithSecret = ChangedWebhook & { readonly secret: string };
type CountedDeliveries = ChangedWebhook & { readonly count: number };

/** Flags that set which events a webhook receives, in which order, and its description, each with its field. */
const WEBHOOK_FLAGS = {
  texts: { "--ordered-by": "orderedBy", "--description": "description" },
  lists: { "--event": "events" },
} as const;

/** Flags that limit a webhook to wallets or markets, each with its field. */
const LIMIT_FIELDS = { "--wallet": "wallets", "--market": "markets" } as const;
const LIMIT_FLAGS = { "--wallet": "list", "--market": "list" } as const;

/** Value of a limit's flag that removes the limit. */
const NO_LIMIT = "all";

const readLimits = ({ flags }: CommandLine): object =>
  Object.fromEntries(
    Object.entries(LIMIT_FIELDS).map(([flag, field]) => {
      const given = flags.get(flag);
      return [field, given?.join() === NO_LIMIT ? [] : given];
    }),
  );

/** Reads the number of a batch; `undefined` if the flag was not given. */
function readBatchFlag(line: CommandLine, flag: string): number | undefined {
  const text = getTextFlag(line, flag);
  if (text === undefined || /^[1-9]\d{0,14}$/.test(text))
    return text === undefined ? undefined : Number(text);
  throw new Error(`${flag}: expected the number of a batch like 1200, got "${text}"`);
}

/** Fetches the webhook after a change, and formats its fields. */
const showText = async ({ id }: ChangedWebhook, input: OperationInput): Promise<string> =>
  webhookText(await callRoute(input, "GET /webhooks/:id", { id }));

const secretText = async (changed: WebhookWithSecret, input: OperationInput): Promise<string> =>
  `${await showText(changed, input)}Secret: ${changed.secret}\n`;

const READS: OperationFamily = {
  list: describeSubcommand({ route: "GET /webhooks", text: webhooksTable }),
  show: describeSubcommand({ route: "GET /webhooks/:id", operands: { ID: "id" }, text: webhookText }),
  secret: describeSubcommand<{ readonly secret: string }>({
    route: "GET /webhooks/:id/secret",
    operands: { ID: "id" },
    text: ({ secret }) => `${secret}\n`,
  }),
  failures: describeSubcommand({
    route: "GET /webhooks/:id/failures",
    operands: { ID: "id" },
    texts: { "--limit": "limit", "--after": "after" },
    flags: { "--waiting": "switch" },
    read: (line) => ({ state: line.flags.has("--waiting") ? "waiting" : "dead" }),
    text: failuresTable,
  }),
  test: describeSubcommand<Static<typeof TestedWebhookAnswer>>({
    route: "POST /webhooks/:id/test",
    operands: { ID: "id" },
    changes: false,
    text: ({ delivered, status, error, message, ms }) =>
      rowsText([
        ["outcome", delivered ? `delivered: the receiver answered ${status}` : `not delivered: ${error}`],
        ["message", message],
        ["time", `${ms} ms`],
      ]),
    code: ({ delivered }) => (delivered ? 0 : 1),
  }),
};

const CHANGES: OperationFamily = {
  add: describeSubcommand<WebhookWithSecret>({
    route: "POST /webhooks",
    operands: { URL: "url" },
    ...WEBHOOK_FLAGS,
    flags: { ...LIMIT_FLAGS, "--from": "text" },
    check: ({ flags, operands }) => {
      assertUrl("URL", operands[0]);
      if (!flags.has("--event"))
        throw new Error('webhooks add needs --event TYPE, as --event "order.*"; --event "*" takes all');
    },
    read: (line) => ({ ...readLimits(line), from: readBatchFlag(line, "--from") }),
    text: secretText,
  }),
  edit: describeSubcommand<ChangedWebhook>({
    route: "POST /webhooks/:id",
    operands: { ID: "id" },
    texts: { "--to": "url", ...WEBHOOK_FLAGS.texts },
    lists: WEBHOOK_FLAGS.lists,
    flags: { ...LIMIT_FLAGS, "--enable": "switch", "--disable": "switch" },
    check: ({ flags }) => {
      assertUrl("--to", flags.get("--to")?.[0]);
      if (flags.has("--enable") && flags.has("--disable"))
        throw new Error("--enable and --disable: give one of them");
      const changes = [
        "--event",
        ...Object.keys({ ...LIMIT_FIELDS, ...WEBHOOK_FLAGS.texts }),
        "--to",
        "--enable",
        "--disable",
      ];
      if (!changes.some((flag) => flags.has(flag)))
        throw new Error(`give something to change: ${changes.join(", ")}`);
    },
    read: (line) => ({
      ...readLimits(line),
      enabled: line.flags.has("--enable") ? true : line.flags.has("--disable") ? false : undefined,
    }),
    text: showText,
  }),
  remove: describeSubcommand<ChangedWebhook>({
    route: "DELETE /webhooks/:id",
    operands: { ID: "id" },
    warning: async ({ operands: [id] }) => `${id} gets nothing more, and what waits for it is dropped.`,
    text: (_, { operands: [id] }) => `${id} is removed.\n`,
  }),
  rotate: describeSubcommand<WebhookWithSecret>({
    route: "POST /webhooks/:id/rotate",
    operands: { ID: "id" },
    flags: { "--overlap": "text" },
    read: (line) => ({ overlapHours: readOverlapHours(line) }),
    text: secretText,
  }),
  replay: describeSubcommand<ChangedWebhook>({
    route: "POST /webhooks/:id/replay",
    operands: { ID: "id" },
    flags: { "--from": "text", "--to": "text" },
    check: ({ flags }) => {
      if (!flags.has("--from")) throw new Error("webhooks replay needs --from BATCH");
    },
    read: (line) => ({ from: readBatchFlag(line, "--from"), to: readBatchFlag(line, "--to") }),
    text: showText,
  }),
  retry: describeFailuresChange(
    "POST /webhooks/:id/retry",
    (count) => `Deliveries that are tried again: ${count}.\n`,
  ),
  drop: {
    ...describeFailuresChange(
      "POST /webhooks/:id/drop",
      (count) => `Deliveries that are dropped: ${count}.\n`,
    ),
    warning: async ({ operands: [id] }) => `Deliveries to ${id} that were given up are forgotten.`,
  },
};

/** Refuses a text that is no URL; the exchange refuses more. */
function assertUrl(name: string, text: string | undefined): void {
  if (text === undefined || URL.canParse(text)) return;
  throw new Error(`${name}: expected a URL like https://hooks.example/presage, got "${text}"`);
}

/** Describes a subcommand that retries or drops failed deliveries: of the named events, or all. */
function describeFailuresChange(
  route: `POST /webhooks/:id/${"retry" | "drop"}`,
  textOfCount: (count: number) => string,
): OperatorSubcommand {
  return describeSubcommand<CountedDeliveries>({
    route,
    operands: { ID: "id" },
    lists: WEBHOOK_FLAGS.lists,
    text: ({ count }, { line, operands: [id] }) => {
      const events = line.flags.get("--event");
      if (events !== undefined) assertAllFound(id, events, count);
      return textOfCount(count);
    },
  });
}

/** Throws if a named event has no failed delivery: a script must not believe that the event was handled. */
function assertAllFound(id: string, events: readonly string[], count: number): void {
  const eventCount = new Set(events).size;
  if (count >= eventCount) return;
  throw new Error(
    `${count} of ${eventCount} named had been given up. Others wait to be tried again, at the time that presage webhooks failures ${id} --waiting shows; or they arrived, or are not known.`,
  );
}

const MAX_OVERLAP = 168;

/** Reads hours; `undefined` if the flag was not given. */
function readOverlapHours(line: CommandLine): number | undefined {
  const text = getTextFlag(line, "--overlap");
  if (text === undefined) return undefined;
  if (/^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= MAX_OVERLAP) return Number(text);
  throw new Error(`--overlap: expected hours from 0 to ${MAX_OVERLAP}, got "${text}"`);
}

/** A webhook that ends with the command. Its reason is its own: nobody is asked for one. */
const LISTEN: OperatorSubcommand = {
  operands: [],
  flags: { ...LIMIT_FLAGS, "--event": "list", "--ordered-by": "text", "--from": "text", ...LISTEN_FLAGS },
  changes: false,
  check: (line) => {
    readListenOptions(line);
    readBatchFlag(line, "--from");
  },
  perform: (input) => {
    const { line } = input;
    return listenToWebhook(input, readListenOptions(line), {
      ...readLimits(line),
      events: line.flags.get("--event") ?? ["*"],
      orderedBy: getTextFlag(line, "--ordered-by"),
      from: readBatchFlag(line, "--from"),
    });
  },
};

const webhooks = describeFamily(WEBHOOKS_HELP, { ...READS, ...CHANGES, listen: LISTEN });

export const SUBCOMMANDS: Subcommands = { webhooks };
