/** `presage webhooks list|show|add|...`: manages endpoints that receive the exchange's events. */
import type { Static } from "typebox";
import type { WebhookAnswer } from "../http/admin/webhook-answer.ts";
import type { FailureList } from "../http/admin/webhook-failures.ts";
import type { TestedWebhookAnswer } from "../http/admin/webhooks.ts";
import { textOf, textsOf } from "./command-line.ts";
import type { CommandLine } from "./command-line.ts";
import { runOperationGroup } from "./operation.ts";
import type { OperationFamily, OperationInput, OperatorSubcommand } from "./operation.ts";
import { rowsText, tableText } from "./table.ts";

// Webhooks as text for a terminal.

type ShownWebhook = Static<typeof WebhookAnswer>;
type Failures = Static<typeof FailureList>;

const webhooksTable = (all: readonly ShownWebhook[]): string =>
  tableText(
    ["ID", "STATE", "LAG", "WAITING", "DEAD", "EVENTS", "URL", "DESCRIPTION"],
    all.map(({ id, state, lag, waiting, dead, events, url, description }) => [
      id,
      state,
      String(lag),
      String(waiting),
      String(dead),
      events.join(","),
      url,
      description,
    ]),
    "There are no webhooks. To make one: presage webhooks add URL --event TYPE",
  );

/** Writes all fields of one webhook. */
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
  const table = tableText(
    ["EVENT", "TYPE", "ATTEMPTS", "NEXT", "DEAD SINCE", "REPLAY", "ERROR"],
    data.map((failure) => [
      failure.event,
      failure.type,
      String(failure.attempts),
      failure.next ?? "",
      failure.dead ?? "",
      failure.replay ? "yes" : "",
      failure.error === "" ? "waits behind another" : failure.error,
    ]),
    "There are none.",
  );
  return next === null ? table : `${table}For more: --after ${next}\n`;
}

export const WEBHOOKS_HELP = `Usage: presage webhooks list
       presage webhooks show ID
       presage webhooks add URL --event TYPE [--event TYPE...] [--wallet ADDRESS...] [--market MARKET...]
                        [--ordered-by owner|market] [--description TEXT] [--from BATCH] --reason TEXT
       presage webhooks edit ID [--to URL] [--event TYPE...] [--wallet ADDRESS|all...] [--market MARKET|all...]
                        [--ordered-by owner|market] [--description TEXT] [--enable | --disable] --reason TEXT
       presage webhooks remove ID --reason TEXT [--yes]
       presage webhooks test ID
       presage webhooks secret ID
       presage webhooks rotate ID [--overlap HOURS] --reason TEXT
       presage webhooks failures ID [--waiting] [--limit N] [--after PLACE]
       presage webhooks retry ID [--event EVENT...] --reason TEXT
       presage webhooks drop ID [--event EVENT...] --reason TEXT [--yes]
       presage webhooks replay ID --from BATCH [--to BATCH] --reason TEXT

A webhook is an address that gets events of the exchange, each in a signed request; docs/webhooks.md has the types, the
signatures, and what happens to what fails. TYPE is one of docs/events.md, or a pattern of them like order.* or *. add
prints the secret. test sends a message and says what came back. failures lists what was given up after three days of
attempts, with --waiting what is tried again; retry and drop take all that was given up, or the EVENTs that are named by
their ids; retry tries a named one that waits at once. The exchange must run.

  presage webhooks add https://hooks.example/presage --event "order.*" --event trade.matched --reason "our ledger"
  presage webhooks test wh_0a1b2c3d4e5f6071
  presage webhooks replay wh_0a1b2c3d4e5f6071 --from 1200 --to 1300 --reason "the receiver lost a day"
`;

type Changed = { readonly id: string };
type WithSecret = Changed & { readonly secret: string };
type Counted = Changed & { readonly count: number };

const pathOf = (id: string, step = ""): string => `/webhooks/${encodeURIComponent(id)}${step}`;

const read = async <Answer>({ call }: OperationInput, path: string): Promise<Answer> =>
  JSON.parse(await call({ method: "GET", path }));

const post = async <Answer>({ call, reason }: OperationInput, path: string, body: object): Promise<Answer> =>
  JSON.parse(await call({ method: "POST", path, body: { ...body, reason } }));

const TERM_FLAGS = {
  "--event": "list",
  "--wallet": "list",
  "--market": "list",
  "--ordered-by": "text",
  "--description": "text",
} as const;

const TEXTS = { "--ordered-by": "orderedBy", "--description": "description" } as const;

/** Word that removes a limit. */
const ALL = "all";

function termsOf(line: CommandLine): object {
  const listOf = (flag: string): readonly string[] | undefined => line.flags.get(flag);
  const limitOf = (flag: string): readonly string[] | undefined => {
    const given = listOf(flag);
    return given?.join() === ALL ? [] : given;
  };
  return {
    ...textsOf(line, TEXTS),
    events: listOf("--event"),
    wallets: limitOf("--wallet"),
    markets: limitOf("--market"),
  };
}

/** Reads the number of a batch; `undefined` if the flag was not given. */
function batchOf(line: CommandLine, flag: string): number | undefined {
  const text = textOf(line, flag);
  if (text === undefined || /^[1-9]\d{0,14}$/.test(text))
    return text === undefined ? undefined : Number(text);
  throw new Error(`${flag}: expected the number of a batch like 1200, got "${text}"`);
}

function checkBatches(line: CommandLine): void {
  for (const flag of ["--from", "--to"]) batchOf(line, flag);
}

/** Shows the webhook after a change. */
const showText = async (input: OperationInput, { id }: Changed): Promise<string> =>
  webhookText(await read<ShownWebhook>(input, pathOf(id)));

const secretText = async (input: OperationInput, changed: WithSecret): Promise<string> =>
  `${await showText(input, changed)}Secret: ${changed.secret}\n`;

const READS: OperationFamily = {
  list: {
    operands: [],
    changes: false,
    perform: async (input) => {
      const all = await read<readonly ShownWebhook[]>(input, "/webhooks");
      return { json: all, text: webhooksTable(all) };
    },
  },
  show: {
    operands: ["ID"],
    changes: false,
    perform: async (input) => {
      const shown = await read<ShownWebhook>(input, pathOf(input.operands[0]));
      return { json: shown, text: webhookText(shown) };
    },
  },
  secret: {
    operands: ["ID"],
    changes: false,
    perform: async (input) => {
      const shown = await read<{ readonly secret: string }>(input, pathOf(input.operands[0], "/secret"));
      return { json: shown, text: `${shown.secret}\n` };
    },
  },
  failures: {
    operands: ["ID"],
    flags: { "--waiting": "switch", "--limit": "text", "--after": "text" },
    changes: false,
    perform: async (input) => {
      const { line } = input;
      const given = { limit: textOf(line, "--limit"), after: textOf(line, "--after") };
      const query = new URLSearchParams({ state: line.flags.has("--waiting") ? "waiting" : "dead" });
      for (const [name, text] of Object.entries(given)) if (text !== undefined) query.set(name, text);
      const found = await read<Failures>(input, `${pathOf(input.operands[0], "/failures")}?${query}`);
      return { json: found, text: failuresTable(found) };
    },
  },
  test: {
    operands: ["ID"],
    changes: false,
    perform: async ({ operands: [id], call }) => {
      const tested: Static<typeof TestedWebhookAnswer> = JSON.parse(
        await call({ method: "POST", path: pathOf(id, "/test") }),
      );
      const { delivered, status, error, message, ms } = tested;
      const outcome = delivered ? `delivered: the receiver answered ${status}` : `not delivered: ${error}`;
      const text = rowsText([
        ["outcome", outcome],
        ["message", message],
        ["time", `${ms} ms`],
      ]);
      return { json: tested, text, code: delivered ? 0 : 1 };
    },
  },
};

const CHANGES: OperationFamily = {
  add: {
    operands: ["URL"],
    flags: { ...TERM_FLAGS, "--from": "text" },
    changes: true,
    check: (line) => {
      if (!line.flags.has("--event"))
        throw new Error('webhooks add needs --event TYPE, as --event "order.*"; --event "*" takes all');
      checkBatches(line);
    },
    perform: async (input) => {
      const { line, operands } = input;
      const body = { url: operands[0], ...termsOf(line), from: batchOf(line, "--from") };
      const made = await post<WithSecret>(input, "/webhooks", body);
      return { json: made, text: await secretText(input, made) };
    },
  },
  edit: {
    operands: ["ID"],
    flags: { ...TERM_FLAGS, "--to": "text", "--enable": "switch", "--disable": "switch" },
    changes: true,
    check: ({ flags }) => {
      if (flags.has("--enable") && flags.has("--disable"))
        throw new Error("--enable and --disable: give one of them");
      const changes = [...Object.keys(TERM_FLAGS), "--to", "--enable", "--disable"];
      if (!changes.some((flag) => flags.has(flag)))
        throw new Error(`give something to change: ${changes.join(", ")}`);
    },
    perform: async (input) => {
      const { line, operands } = input;
      const { flags } = line;
      const enabled = flags.has("--enable") ? true : flags.has("--disable") ? false : undefined;
      const body = { ...termsOf(line), url: textOf(line, "--to"), enabled };
      const changed = await post<Changed>(input, pathOf(operands[0]), body);
      return { json: changed, text: await showText(input, changed) };
    },
  },
  remove: {
    operands: ["ID"],
    changes: true,
    warning: async ({ operands: [id] }) => `${id} gets nothing more, and what waits for it is dropped.`,
    perform: async ({ operands: [id], reason, call }) => {
      const removed: Changed = JSON.parse(
        await call({ method: "DELETE", path: pathOf(id), body: { reason } }),
      );
      return { json: removed, text: `${id} is removed.\n` };
    },
  },
  rotate: {
    operands: ["ID"],
    flags: { "--overlap": "text" },
    changes: true,
    check: (line) => void overlapOf(line),
    perform: async (input) => {
      const body = { overlapHours: overlapOf(input.line) };
      const rotated = await post<WithSecret>(input, pathOf(input.operands[0], "/rotate"), body);
      return { json: rotated, text: await secretText(input, rotated) };
    },
  },
  replay: {
    operands: ["ID"],
    flags: { "--from": "text", "--to": "text" },
    changes: true,
    check: (line) => {
      if (!line.flags.has("--from")) throw new Error("webhooks replay needs --from BATCH");
      checkBatches(line);
    },
    perform: async (input) => {
      const body = { from: batchOf(input.line, "--from"), to: batchOf(input.line, "--to") };
      const begun = await post<Changed>(input, pathOf(input.operands[0], "/replay"), body);
      return { json: begun, text: await showText(input, begun) };
    },
  },
  retry: chosenFailures("retry", (count) => `Deliveries that are tried again: ${count}.\n`),
  drop: {
    ...chosenFailures("drop", (count) => `Deliveries that are dropped: ${count}.\n`),
    warning: async ({ operands: [id] }) => `Deliveries to ${id} that were given up are forgotten.`,
  },
};

/** Makes a change of failed deliveries: those of the named events, or all. */
function chosenFailures(step: "retry" | "drop", textOfCount: (count: number) => string): OperatorSubcommand {
  return {
    operands: ["ID"],
    flags: { "--event": "list" },
    changes: true,
    perform: async (input) => {
      const events = input.line.flags.get("--event");
      const [id = ""] = input.operands;
      const done = await post<Counted>(input, pathOf(id, `/${step}`), { events });
      if (Array.isArray(events)) refuseOthers(id, events, done.count);
      return { json: done, text: textOfCount(done.count) };
    },
  };
}

/** Throws if a named event has no failed delivery: a script must not think it was handled. */
function refuseOthers(id: string, events: readonly string[], count: number): void {
  const given = new Set(events).size;
  if (count >= given) return;
  throw new Error(
    `${count} of ${given} named had been given up. Others wait to be tried again, at the time that presage webhooks failures ${id} --waiting shows; or they arrived, or are not known.`,
  );
}

const MAX_OVERLAP = 168;

/** Reads hours; `undefined` if the flag was not given. */
function overlapOf(line: CommandLine): number | undefined {
  const text = textOf(line, "--overlap");
  if (text === undefined) return undefined;
  if (/^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= MAX_OVERLAP) return Number(text);
  throw new Error(`--overlap: expected hours from 0 to ${MAX_OVERLAP}, got "${text}"`);
}

export const webhooks = (args: readonly string[]): Promise<number> =>
  runOperationGroup("webhooks", { ...READS, ...CHANGES }, args);
