/** The audit log at the operator API, and the list of operators. */
import { Type } from "typebox";
import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { listReferences } from "../../../core/events/audit-actions.ts";
import type { AuditRecord, AuditReference } from "../../../core/events/audit-actions.ts";
import { reject } from "../../../core/rejection.ts";
import { parseCount } from "../../../core/units.ts";
import { FIRST_OPERATOR, FIRST_ROLES, ROLES } from "../../../signing/operators.ts";
import { listAudit as readAudit } from "../../../store/reads/audit.ts";
import type { AuditEntry, AuditCursor } from "../../../store/reads/audit.ts";
import { nameEvents, nameMarkets } from "../../../store/reads/accounts/accounts.ts";
import type { Sql } from "../../../store/sql/database.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { readOperation, AUDIT } from "../operation.ts";

// Names of the subjects of audit entries: markets, events and accounts.

const NamedSubject = Type.Object({
  kind: Type.Enum(["market", "event", "account"]),
  id: Type.String({ description: "A condition id, an event id or an address" }),
  name: Type.String({ description: "A question, a title or the name of a trader" }),
  slug: OrNull(Type.String({ description: "Of a market or an event" })),
  outcomes: OrNull(Type.Array(Type.String(), { minItems: 2, maxItems: 2, description: "Of a market" })),
});

type SubjectName = Static<typeof NamedSubject>;

/** Lists the names for each entry; a subject that does not exist has none. */
async function nameAuditEntries(
  { engine, names }: Pick<Context, "engine" | "names">,
  sql: Sql,
  entries: readonly AuditRecord[],
): Promise<readonly SubjectName[][]> {
  const references = entries.map(listReferences);
  const ids = (kind: AuditReference["kind"]): string[] => [
    ...new Set(references.flat().flatMap((one) => (one.kind === kind ? [one.id] : []))),
  ];
  const [markets, events] = await Promise.all([
    nameMarkets(sql, ids("market")),
    nameEvents(sql, ids("event")),
  ]);
  const accounts = ids("account").filter((id) => engine.exchange.accountByAddress.has(id));
  const subjectNames: readonly SubjectName[] = [
    ...markets.map(({ outcomes, ...one }) => ({ kind: "market" as const, ...one, outcomes: [...outcomes] })),
    ...events.map((one) => ({ kind: "event" as const, ...one, outcomes: null })),
    ...accounts.map((id) => ({
      kind: "account" as const,
      id,
      name: names.nameOf(id) || names.pseudonymOf(id),
      slug: null,
      outcomes: null,
    })),
  ];
  const byId = new Map(subjectNames.map((one) => [referenceKey(one), one]));
  return references.map((found) =>
    [...new Set(found.map(referenceKey))].flatMap((key) => byId.get(key) ?? []),
  );
}

const referenceKey = ({ kind, id }: AuditReference): string => `${kind} ${id}`;

const MAX_PARAM_LENGTH = 500;

export const AuditAnswer = Type.Object({
  sequence: Type.Integer({ description: "The journal's number of the batch" }),
  time: Time,
  operator: Type.String(),
  action: Type.String(),
  subject: Type.String({ description: "A condition id, an event id, an address, an API key or a host" }),
  reason: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  names: Type.Array(NamedSubject, {
    description:
      "The markets, events and accounts that the subject and the details name, as they are called now",
  }),
});

const textParam = (description: string) =>
  Type.Optional(Type.String({ maxLength: MAX_PARAM_LENGTH, description }));

/** GET /audit: pages of operators' changes, newest first. */
export const listAudit = readOperation({
  path: "/audit",
  summary: "List what operators did",
  group: AUDIT,
  refuses: ["invalid_cursor"],
  query: Type.Object({
    subject: textParam(
      "Only what was done to this, of a market also to its event; hex in any case of letters",
    ),
    operator: textParam("Only what this operator did"),
    limit: pageLimit({ default: 100, maximum: 500 }),
    before: textParam("`next` of the page before"),
  }),
  answer: Type.Object({
    data: Type.Array(AuditAnswer),
    next: OrNull(Type.String({ description: "Where the next page begins" })),
  }),
  read: async ({ context, query: { subject, operator, limit, before: cursor } }) => {
    const before = cursor === undefined ? undefined : parseCursor(cursor);
    if (cursor !== undefined && before === undefined)
      return reject("invalid_cursor", `before: expected next of a page, got "${cursor}"`);
    // One extra row shows whether there is a next page.
    const subjectFilter = subject?.startsWith("0x") === true ? subject.toLowerCase() : subject;
    const sql = await context.adHocSql();
    const found = await readAudit(sql, {
      subject: subjectFilter,
      operator,
      before,
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const names = await nameAuditEntries(context, sql, page);
    const data = page.map((entry, index) => ({ ...describe(entry), names: [...(names[index] ?? [])] }));
    return { data, next: last === undefined ? null : formatCursor(last) };
  },
});

const describe = ({ batch, at, operator, action, subject, reason, details }: AuditEntry) => ({
  sequence: batch,
  time: timeAt(at),
  operator,
  action,
  subject,
  reason,
  details,
});

const formatCursor = ({ batch, place }: AuditCursor): string => `${batch}.${place}`;

const MAX_CURSOR = 2 ** 31 - 1;

function parseCursor(text: string): AuditCursor | undefined {
  const [batch, place, ...more] = text.split(".").map(parseCount);
  if (batch === undefined || place === undefined || place > MAX_CURSOR || more.length > 0) return undefined;
  return { batch, place };
}

/** GET /operators: the operators of this exchange with their roles, never with their tokens. */
export const listOperators = readOperation({
  path: "/operators",
  summary: "List the operators and their roles",
  group: AUDIT,
  answer: Type.Array(Type.Object({ name: Type.String(), roles: Type.Array(Type.Enum([...ROLES])) }), {
    description: "The first one, then those of PRESAGE_OPERATORS as configured",
  }),
  read: ({ context }) => [
    { name: FIRST_OPERATOR, roles: [...FIRST_ROLES] },
    ...context.config.operators.map(({ name, roles }) => ({ name, roles: [...roles] })),
  ],
});
