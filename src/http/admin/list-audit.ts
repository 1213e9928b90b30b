/** GET /audit: the changes by operators, the latest first, in pages. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import { parseCount } from "../../core/units.ts";
import { listAudit as readAudit } from "../../store/reads/audit.ts";
import type { AuditEntry, AuditPlace } from "../../store/reads/audit.ts";
import { pageLimit } from "../page-limit.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";
import { AUDIT } from "./groups.ts";
import { nameDeeds, NamedSubject } from "./named-deeds.ts";
import { operation } from "./operation.ts";

const MAX_TERM = 500;

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

const term = (description: string) => Type.Optional(Type.String({ maxLength: MAX_TERM, description }));

export const listAudit = operation({
  method: "GET",
  path: "/audit",
  summary: "List what operators did",
  group: AUDIT,
  refuses: ["invalid_cursor"],
  query: Type.Object({
    subject: term("Only what was done to this, of a market also to its event; hex in any case of letters"),
    operator: term("Only what this operator did"),
    limit: pageLimit({ default: 100, maximum: 500 }),
    before: term("`next` of the page before"),
  }),
  answer: Type.Object({
    data: Type.Array(AuditAnswer),
    next: OrNull(Type.String({ description: "Where the next page begins" })),
  }),
  handle: async ({ context, query: { subject, operator, limit, before: cursor } }) => {
    const before = cursor === undefined ? undefined : readPlace(cursor);
    if (cursor !== undefined && before === undefined)
      return { rejection: reject("invalid_cursor", `before: expected next of a page, got "${cursor}"`) };
    // One more row tells whether there is a next page.
    const wanted = subject?.startsWith("0x") === true ? subject.toLowerCase() : subject;
    const sql = await context.adHocSql();
    const found = await readAudit(sql, {
      subject: wanted,
      operator,
      before,
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const names = await nameDeeds(context, sql, page);
    const data = page.map((entry, index) => ({ ...describe(entry), names: [...(names[index] ?? [])] }));
    return { body: { data, next: last === undefined ? null : placeText(last) } };
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

const placeText = ({ batch, place }: AuditPlace): string => `${batch}.${place}`;

const MAX_PLACE = 2 ** 31 - 1;

function readPlace(text: string): AuditPlace | undefined {
  const [batch, place, ...more] = text.split(".").map(parseCount);
  if (batch === undefined || place === undefined || place > MAX_PLACE || more.length > 0) return undefined;
  return { batch, place };
}
