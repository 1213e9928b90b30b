/**
 * Operators' changes in the audit log: the kinds of their subjects and details. Each action has a sentence in every
 * language of the console, and one in English for the command line. The compiler reports an action without one.
 */

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

type AuditValueKinds = {
  readonly subject: ValueKind;
  /** Kinds of the details that are not plain text. */
  readonly details?: Readonly<Record<string, ValueKind>>;
};

const MARKET = { subject: "market" } as const;
const EVENT = { subject: "event" } as const;
const ACCOUNT = { subject: "account" } as const;
const AMOUNT = { subject: "account", details: { amount: "money" } } as const;
const CODE = { subject: "code" } as const;
const COUNTED = { subject: "code", details: { count: "count" } } as const;
const TEXT = { subject: "text" } as const;

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
  "edit-market": MARKET,
  "open-event": EVENT,
  "pause-event": EVENT,
  "resume-event": EVENT,
  "archive-event": EVENT,
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
  "make-invite": { subject: "code", details: { amount: "money", uses: "count", until: "time" } },
  "revoke-invites": CODE,
  "revoke-invite": CODE,
  "use-invite": { subject: "account", details: { invite: "code", amount: "money" } },
  "start-house-maker": {
    subject: "market",
    details: { address: "account", budget: "money", maximumLoss: "money", startPrice: "price" },
  },
  "stop-house-maker": { subject: "market", details: { address: "account" } },
  "add-site": COUNTED,
  "remove-site": COUNTED,
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
  "set-brand": TEXT,
  announce: { subject: "code", details: { from: "time", until: "time" } },
  "withdraw-announcement": CODE,
  "remove-name": { subject: "account", details: { forbidden: "flag" } },
  "forbid-name": TEXT,
  "allow-name": TEXT,
  "add-image": CODE,
  "remove-image": CODE,
} as const satisfies Readonly<Record<string, AuditValueKinds>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

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
} as const satisfies Readonly<Record<string, ValueKind>>;

export type AuditField = keyof typeof FIELDS;

/** Words of one language for the audit log. */
export type AuditWords = {
  /** A sentence of each action; deed-sentence.ts has their form. */
  readonly sentences: AuditSentences;
  readonly fields: Readonly<Record<AuditField, string>>;
  readonly none: string;
  readonly yes: string;
  readonly no: string;
  readonly pays: (outcome: string) => string;
  readonly half: string;
  readonly fees: (rate: string, exponent: string) => string;
  /** Payers of fees: incoming orders alone, or both sides. */
  readonly takersPay: string;
  readonly bothPay: string;
};

const kindsByAction: ReadonlyMap<string, AuditValueKinds> = new Map(Object.entries(AUDIT_ACTIONS));
const kindByField: ReadonlyMap<string, ValueKind> = new Map(Object.entries(FIELDS));

/** The fields of an audit entry that its sentence needs. */
export type AuditRecord = {
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** A value of a known kind; `null` if it is absent. */
export type AuditValue = { readonly kind: ValueKind; readonly value: unknown };

const CONDITION = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;

/**
 * Returns the value for a placeholder of the sentence: the subject or a detail. A detail that repeats the subject
 * counts as absent.
 */
export function findValue({ action, subject, details }: AuditRecord, name: string): AuditValue {
  const kinds = kindsByAction.get(action);
  if (name === "subject")
    return { kind: resolveValueKind(kinds?.subject ?? "text", subject), value: subject };
  return {
    kind: kinds?.details?.[name] ?? "text",
    value: details[name] === subject ? null : (details[name] ?? null),
  };
}

/** Tells whether a subject is an event, a market or an account, where a kind allows several of them. */
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
export function listReferences(deed: AuditRecord): readonly AuditReference[] {
  const names = ["subject", ...Object.keys(kindsByAction.get(deed.action)?.details ?? {})];
  const changed = listAuditChanges(deed).flatMap(({ from, to }) => [from, to]);
  return [...names.map((name) => findValue(deed, name)), ...changed].flatMap(({ kind, value }) =>
    kind === "market" || kind === "event" || kind === "account"
      ? textsIn(value).map((id) => ({ kind, id }))
      : [],
  );
}

/** Lists the texts in a value: one text, the texts of a list, or none. */
const textsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
