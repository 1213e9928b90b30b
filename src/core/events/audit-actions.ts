/**
 * Operators' changes in the audit log, a row for each action: the kind of its subject, and its details. The state of
 * operators and the sentences about them follow from these rows. Each action has a sentence in every language of the
 * console, and one in English for the command line. The compiler reports an action without one.
 */
import { decimalText, parseDecimal } from "../units.ts";
import type { Micros, Ticks } from "../units.ts";

/**
 * Kinds of values in an entry. A listing is an event or, by a condition id, a market; a payout refers to the subject's
 * outcomes.
 */
export type ValueKind =
  | "market"
  | "event"
  | "listing"
  | "account"
  | "money"
  | "price"
  | "time"
  | "count"
  | "payout"
  | "fees"
  | "flag"
  | "code"
  | "text";

/** A detail that affects state: its kind, and how its stored form is read and written. */
type Detail<T> = {
  readonly kind: ValueKind;
  /** Returns `undefined` for a form that means no value. */
  decode(stored: unknown): T | undefined;
  encode(value: T): unknown;
  readonly isOptional?: boolean;
};

/** Details in the order of the journal. A row with a kind alone is a detail that is only shown; plain text needs no row. */
type DetailRows = Readonly<Record<string, ValueKind | Detail<unknown>>>;
type ValuesOf<Rows> = {
  readonly [N in keyof Rows as Rows[N] extends string ? never : N]: Rows[N] extends Detail<infer T>
    ? T
    : never;
};

type AuditRow = { readonly subject: ValueKind; readonly details?: DetailRows };

/** Details as the journal stores them. */
type StoredDetails = Readonly<Record<string, unknown>>;

/** Makes a detail that is stored as it is. */
const plain = <T>(kind: ValueKind, isValue: (stored: unknown) => stored is T): Detail<T> => ({
  kind,
  decode: (stored) => (isValue(stored) ? stored : undefined),
  encode: (value) => value,
});
const text = (kind: ValueKind = "text") => plain(kind, (stored) => typeof stored === "string");
const oneOf = <T extends string>(texts: readonly T[]) =>
  plain("text", (stored): stored is T => texts.some((one) => one === stored));
/** Makes a detail that is a whole number; times are in milliseconds. */
const whole = (kind: ValueKind) => plain(kind, (stored): stored is number => Number.isInteger(stored));

/** Makes an amount that is stored as a decimal text. */
const decimal = <T extends number>(kind: ValueKind, places: number): Detail<T> => ({
  kind,
  decode: (stored) =>
    (typeof stored === "string" ? parseDecimal(stored, places) : undefined) as T | undefined,
  encode: (value) => decimalText(value, places),
});
const MONEY = decimal<Micros>("money", 6);
const PRICE = decimal<Ticks>("price", 4);

/** Makes a detail that is stored as null without a value. */
const optional = <T>({ kind, decode, encode }: Detail<T>): Detail<T | undefined> => ({
  kind,
  decode,
  encode: (value) => (value === undefined ? null : encode(value)),
  isOptional: true,
});

const object = <Rows extends DetailRows>(rows: Rows): Detail<ValuesOf<Rows>> => ({
  kind: "text",
  decode: (stored) => decodeRows(rows, stored),
  encode: (values) => encodeRows(rows, values),
});

/** Reads the values of these rows only; `undefined` if one is missing. */
function decodeRows<Rows extends DetailRows>(rows: Rows, stored: unknown): ValuesOf<Rows> | undefined {
  const values: Record<string, unknown> = {};
  for (const [name, { decode, isOptional }] of listDetails(rows)) {
    const given: unknown = Object(stored)[name];
    const isAbsent = given === undefined || given === null;
    values[name] = isAbsent ? undefined : decode(given);
    if (values[name] === undefined && !(isAbsent && isOptional === true)) return undefined;
  }
  return values as ValuesOf<Rows>;
}

const encodeRows = (rows: DetailRows, values: StoredDetails): StoredDetails =>
  Object.fromEntries(listDetails(rows).map(([name, { encode }]) => [name, encode(values[name])]));

const listDetails = (rows: DetailRows): [string, Detail<unknown>][] =>
  Object.entries(rows).flatMap(([name, row]) => (typeof row === "string" ? [] : [[name, row]]));

const MARKET = { subject: "market" } as const;
const EVENT = { subject: "event" } as const;
const ACCOUNT = { subject: "account" } as const;
/** Entries of early journals can lack the amount. */
const AMOUNT = { subject: "account", details: { amount: optional(MONEY) } } as const;
const CODE = { subject: "code" } as const;
const COUNTED = { subject: "code", details: { count: "count" } } as const;
const TEXT = { subject: "text" } as const;

export const ANNOUNCEMENT_KINDS = ["info", "warning"] as const;
export const HOUSE_MAKER_KINDS = ["lmsr", "fair-value"] as const;

export const AUDIT_ACTIONS = {
  "open-market": MARKET,
  "pause-market": MARKET,
  "resume-market": MARKET,
  "archive-market": MARKET,
  "dispute-resolution": MARKET,
  "undo-resolution": MARKET,
  "propose-resolution": { subject: "market", details: { payout: "payout" } },
  "resolve-market": { subject: "market", details: { payout: "payout" } },
  "create-market": { subject: "market", details: { event: "event", open: "flag" } },
  "edit-market": { subject: "market", details: { event: "event" } },
  "open-event": EVENT,
  "pause-event": EVENT,
  "resume-event": EVENT,
  "archive-event": EVENT,
  "undo-event": EVENT,
  "propose-winner": { subject: "event", details: { winner: "market" } },
  "resolve-event": { subject: "event", details: { winner: "market" } },
  "create-event": { subject: "event", details: { markets: "count" } },
  "edit-event": EVENT,
  clarify: { subject: "listing" },
  "import-listings": {
    subject: "code",
    details: { listed: "count", unchanged: "count", refused: "count", markets: "count" },
  },
  "cancel-orders": { subject: "listing", details: { market: "market" } },
  credit: AMOUNT,
  debit: AMOUNT,
  "fund-accounts": { subject: "code", details: { accounts: "count", total: "money" } },
  "open-account": { subject: "account", details: { owner: "account" } },
  note: ACCOUNT,
  ban: ACCOUNT,
  unban: ACCOUNT,
  "make-invites": { subject: "code", details: { invites: "count", uses: "count", amount: "money" } },
  "make-invite": {
    subject: "code",
    details: { list: text(), amount: MONEY, uses: whole("count"), until: optional(whole("time")) },
  },
  "revoke-invites": CODE,
  "revoke-invite": CODE,
  "use-invite": {
    subject: "account",
    details: { invite: text("code"), owner: text(), amount: MONEY, name: text() },
  },
  "start-house-maker": {
    subject: "market",
    details: {
      kind: oneOf(HOUSE_MAKER_KINDS),
      levels: whole("count"),
      run: whole("count"),
      address: text("account"),
      budget: MONEY,
      maximumLoss: MONEY,
      startPrice: PRICE,
    },
  },
  "stop-house-maker": { subject: "market", details: { address: "account" } },
  "add-site": COUNTED,
  "remove-site": COUNTED,
  impersonate: ACCOUNT,
  "revoke-key": { subject: "code", details: { address: "account" } },
  "rotate-master-key": { subject: "code", details: { apiKeys: "count", builderKeys: "count", to: "code" } },
  "add-webhook": CODE,
  "change-webhook": CODE,
  "remove-webhook": CODE,
  "replay-webhook": { subject: "code", details: { from: "code", to: "code" } },
  "rotate-webhook": { subject: "code", details: { overlapHours: "count" } },
  "retry-webhook": CODE,
  "drop-webhook-failures": CODE,
  backup: TEXT,
  mode: CODE,
  "clock-accept": { subject: "time", details: { partedSeconds: "count" } },
  "quarantine-release": CODE,
  "hand-over": CODE,
  "set-brand": {
    subject: "text",
    details: {
      name: text(),
      accent: optional(text()),
      logo: optional(object({ hash: text(), type: text(), side: whole("count") })),
    },
  },
  announce: {
    subject: "code",
    details: {
      kind: oneOf(ANNOUNCEMENT_KINDS),
      text: text(),
      link: optional(text()),
      from: text("time"),
      until: optional(text("time")),
    },
  },
  "withdraw-announcement": { subject: "code", details: { text: "text", since: "time", planned: "time" } },
  "remove-name": { subject: "account", details: { forbidden: "flag" } },
  "forbid-name": TEXT,
  "allow-name": TEXT,
  "init-file": { subject: "text", details: { requests: "count", events: "count", markets: "count" } },
  "add-image": CODE,
  "remove-image": CODE,
} as const satisfies Readonly<Record<string, AuditRow>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Values of the details of an action. */
export type AuditDetails<A extends AuditAction> = (typeof AUDIT_ACTIONS)[A] extends {
  readonly details: infer Rows;
}
  ? ValuesOf<Rows>
  : unknown;

export type AuditSentences = Readonly<Record<AuditAction, string>>;

/** Fields that changes can name, with the kinds of their values. */
const FIELDS = {
  title: "text",
  question: "text",
  groupItemTitle: "text",
  description: "text",
  outcomes: "text",
  tags: "text",
  startDate: "time",
  endDate: "time",
  resolutionSource: "text",
  image: "text",
  icon: "text",
  fees: "fees",
  tick: "text",
  mode: "code",
  name: "text",
  accent: "code",
  logo: "code",
  url: "text",
  events: "code",
  wallets: "account",
  markets: "market",
  orderedBy: "code",
  enabled: "flag",
  webhookDescription: "text",
} as const satisfies Readonly<Record<string, ValueKind>>;

export type AuditField = keyof typeof FIELDS;

/** Words of one language for the audit log. */
export type AuditWords = {
  /** A sentence of each action; audit-pieces.ts has their form. */
  readonly sentences: AuditSentences;
  readonly fields: Readonly<Record<AuditField, string>>;
  readonly none: string;
  /** All kinds of events, which "*" stands for. */
  readonly allEvents: string;
  readonly yes: string;
  readonly no: string;
  readonly pays: (outcome: string) => string;
  readonly half: string;
  readonly fees: (rate: string, exponent: string) => string;
  /** Payers of fees: incoming orders alone, or both sides. */
  readonly takersPay: string;
  readonly bothPay: string;
};

const rowByAction: ReadonlyMap<string, AuditRow> = new Map(Object.entries(AUDIT_ACTIONS));
const kindByField: ReadonlyMap<string, ValueKind> = new Map(Object.entries(FIELDS));

/** The fields of an audit entry that its sentence needs. */
export type AuditRecord = {
  readonly action: string;
  readonly subject: string;
  readonly details: StoredDetails;
};

/** An entry that can affect state; `at` is engine time, ms. */
export type AuditStateEntry = AuditRecord & {
  readonly at: number;
  readonly operator: string;
  readonly reason: string;
};

/** Handlers that change a state, by action; entries of other actions change nothing. */
export type AuditHandlers = {
  readonly [A in AuditAction]?: (
    entry: Omit<AuditStateEntry, "details"> & { readonly details: AuditDetails<A> },
  ) => void;
};

/** Calls the handler of an entry's action with the entry and the values of its details. Throws if a detail is missing. */
export const handleAuditEntry = (handlers: AuditHandlers, entry: AuditStateEntry): void =>
  isAuditAction(entry.action) ? callHandler(handlers, entry.action, entry) : undefined;

const isAuditAction = (action: string): action is AuditAction => rowByAction.has(action);

function callHandler<A extends AuditAction>(
  handlers: AuditHandlers,
  action: A,
  entry: AuditStateEntry,
): void {
  const handler = handlers[action];
  if (handler === undefined) return;
  const details = decodeRows(rowByAction.get(action)?.details ?? {}, entry.details);
  if (details === undefined)
    throw new Error(
      `an entry of the audit log does not describe ${action}: ${JSON.stringify(entry.details)}`,
    );
  handler({ ...entry, details: details as AuditDetails<A> });
}

/** Writes the details of an entry as the journal stores them. */
export const encodeDetails = <A extends AuditAction>(
  action: A,
  details: AuditDetails<A> & StoredDetails,
): StoredDetails => encodeRows(rowByAction.get(action)?.details ?? {}, details);

/** A value of a known kind; `null` if it is absent. */
export type AuditValue = { readonly kind: ValueKind; readonly value: unknown };

const CONDITION = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;

/**
 * Returns the value for a placeholder of the sentence: the subject or a detail. A detail that repeats the subject
 * counts as absent.
 */
export function findValue({ action, subject, details }: AuditRecord, name: string): AuditValue {
  const row = rowByAction.get(action);
  if (name === "subject") return { kind: resolveValueKind(row?.subject ?? "text", subject), value: subject };
  const detail = row?.details?.[name] ?? "text";
  return {
    kind: typeof detail === "string" ? detail : detail.kind,
    value: details[name] === subject ? null : (details[name] ?? null),
  };
}

/** Returns whether a subject is an event, a market or an account, if its kind allows several of them. */
function resolveValueKind(kind: ValueKind, subject: string): ValueKind {
  if (kind !== "listing") return kind;
  if (CONDITION.test(subject)) return "market";
  return ADDRESS.test(subject) ? "account" : "event";
}

/** A field with its values before and after. */
export type AuditChange = { readonly field: string; readonly from: AuditValue; readonly to: AuditValue };

/** Lists the changed fields of an entry, in its order. */
export function listAuditChanges({
  details: { changes },
}: Pick<AuditRecord, "details">): readonly AuditChange[] {
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change: unknown) => {
    if (!isChange(change)) return [];
    const kind = kindByField.get(change.field) ?? "text";
    return [{ field: change.field, from: { kind, value: change.from }, to: { kind, value: change.to } }];
  });
}

const isChange = (
  change: unknown,
): change is { readonly field: string; readonly from: unknown; readonly to: unknown } =>
  typeof change === "object" &&
  change !== null &&
  "field" in change &&
  typeof change.field === "string" &&
  "from" in change &&
  "to" in change;

/** A market, event or account that an entry names. */
export type AuditReference = { readonly kind: "market" | "event" | "account"; readonly id: string };

/** Lists the markets, events and accounts that an entry names. */
export function listReferences(entry: AuditRecord): readonly AuditReference[] {
  const names = ["subject", ...Object.keys(rowByAction.get(entry.action)?.details ?? {})];
  const changed = listAuditChanges(entry).flatMap(({ from, to }) => [from, to]);
  return [...names.map((name) => findValue(entry, name)), ...changed].flatMap(({ kind, value }) =>
    kind === "market" || kind === "event" || kind === "account"
      ? textsIn(value).map((id) => ({ kind, id }))
      : [],
  );
}

/** Lists the texts in a value: one text, the texts of a list, or none. */
const textsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
