/** The result of an operator action, with its entry in the audit log. */
import { createContext, use, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Failure, Loading } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { formatTime } from "../parts/format-amounts.ts";
import { useOperatorQuery } from "../session/operator-session.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { AuditSentence } from "../parts/audit-entry.tsx";
import type { CompletedAction } from "./use-operator-action.ts";

/** Number of entries to search. An action writes at most two entries about a subject. */
const SEARCHED_ENTRIES = 10;

export function ActionNotice({ done }: { readonly done: CompletedAction }) {
  const notice = useRef<HTMLDivElement>(null);
  // The pressed button may have disappeared, so the keyboard focus moves here.
  useEffect(() => notice.current?.focus(), [done]);
  return (
    <div className="success done" ref={notice} tabIndex={-1}>
      <p>
        <strong>{done.words}</strong>
      </p>
      <AuditLogEntry done={done} />
      {done.next && (
        <p>
          <Link href={done.next.href}>{done.next.label}</Link>
        </p>
      )}
    </div>
  );
}

function AuditLogEntry({ done: { subject, reason, after, deed } }: { readonly done: CompletedAction }) {
  const { action } = useConsoleText();
  const formats = useFormats();
  const { data, error } = useOperatorQuery("GET /audit", {
    query: { subject, limit: SEARCHED_ENTRIES },
    version: after,
    staleTime: Infinity,
  });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading rows={1} />;
  const matches = data.data.filter(
    (one) => one.sequence > after && one.reason === reason && (deed === undefined || one.action === deed),
  );
  // Later actions may have the same reason, or none like this one. Without a known start, earlier ones may too.
  const entry = deed === undefined || after === 0 ? matches[0] : matches.at(-1);
  if (entry === undefined) return <p>{action.noEntry}</p>;
  return (
    <p>
      {action.entry(String(entry.sequence), formatTime(entry.time, formats))} <AuditSentence entry={entry} />
      {entry.reason !== "" && ` — ${entry.reason}`}
    </p>
  );
}

type ShowResult = (done: CompletedAction | undefined) => void;

const ShowResultContext = createContext<ShowResult | undefined>(undefined);

/** Returns the function that shows or clears a result; `undefined` where each form shows its own. */
export const useShowResult = (): ShowResult | undefined => use(ShowResultContext);

type SharedResultProps = { readonly children: (result: ReactNode) => ReactNode };

/** Shows the latest result of all forms and dialogs inside at one place, which `children` chooses. */
export function SharedResult({ children }: SharedResultProps) {
  const [done, setDone] = useState<CompletedAction>();
  return (
    <ShowResultContext value={setDone}>
      {children(<div role="status">{done && <ActionNotice done={done} />}</div>)}
    </ShowResultContext>
  );
}
