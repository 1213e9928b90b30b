/** Clarifications of the rules, and all changes of a market and its event by operators, newest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { catalog } from "../api/interfaces.ts";
import { buildOffsetPages, joinPages } from "../api/offset-pages.ts";
import type { Operations } from "../api/generated/catalog.ts";
import { MoreButton } from "../parts/controls/buttons.tsx";
import { useFormats, useText } from "../text/language.tsx";
import type { Market } from "./market.ts";

type Change = Operations["GET /events/{id}/changes"]["answer"][number];

const REFRESH_MS = 60_000;
/** Maximum page size of the API. */
const PAGE_SIZE = 500;

const useChanges = (conditionId: string) =>
  useInfiniteQuery({
    queryKey: ["catalog", "changes", conditionId],
    ...buildOffsetPages(PAGE_SIZE, Number.POSITIVE_INFINITY),
    queryFn: ({ pageParam: offset, signal }) =>
      catalog("GET /events/{id}/changes", {
        params: { id: conditionId },
        query: { limit: PAGE_SIZE, offset },
        signal,
      }),
    select: joinPages,
    refetchInterval: REFRESH_MS,
  });

export function ChangesPanel({ market: { conditionId } }: { readonly market: Market }) {
  const { rules: text } = useText().markets;
  const pages = useChanges(conditionId);
  const { data = [] } = pages;
  const ownChanges = data.filter(
    (change) => change.conditionId === null || change.conditionId === conditionId,
  );
  const clarifications = ownChanges.filter(({ clarification }) => clarification !== null);
  const changes = ownChanges.filter(({ fields }) => fields.length > 0);
  return (
    <>
      {clarifications.length > 0 && (
        <section aria-labelledby="clarifications-title">
          <h2 id="clarifications-title">{text.clarifications}</h2>
          <ol className="changes">
            {clarifications.map((change) => (
              <li key={`${change.time} ${change.clarification ?? ""}`}>
                <ChangeTime change={change} />
                <p className="long-text">{change.clarification}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
      {changes.length > 0 && (
        <details>
          <summary>{text.changes}</summary>
          <ol className="changes">
            {changes.map((change, index) => (
              <li key={`${change.time} ${index}`}>
                <ChangeTime change={change} />
                {change.fields.map((field) => (
                  <FieldChange key={field.field} field={field} />
                ))}
              </li>
            ))}
          </ol>
        </details>
      )}
      <MoreButton pages={pages} />
    </>
  );
}

function ChangeTime({ change: { time, conditionId } }: { readonly change: Change }) {
  const { rules: text } = useText().markets;
  const formats = useFormats();
  return (
    <p className="soft">
      <time dateTime={time}>{formats.zonedTime(Date.parse(time))}</time>
      {conditionId === null && ` · ${text.ofEvent}`}
    </p>
  );
}

function FieldChange({ field: { field, from, to } }: { readonly field: Change["fields"][number] }) {
  const { rules: text } = useText().markets;
  const names: Readonly<Record<string, string>> = text.fields;
  return (
    <dl className="facts">
      <dt>{names[field] ?? field}</dt>
      <dd>
        <del>
          <span className="visually-hidden">{text.before}: </span>
          {from ?? text.nothing}
        </del>{" "}
        <ins>
          <span className="visually-hidden">{text.after}: </span>
          {to ?? text.nothing}
        </ins>
      </dd>
    </dl>
  );
}
