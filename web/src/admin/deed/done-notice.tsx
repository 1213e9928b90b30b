/** The result of an operator action, with its entry in the audit log. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { Failure, Loading } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { timeWords } from "../amounts.ts";
import { useAsk } from "../operator-session.tsx";
import { useWords } from "../words.ts";
import type { Done } from "./use-deed.ts";

/** Number of entries to search. An action writes at most two entries about a subject. */
const RECENT = 10;

export function DoneNotice({ done }: { readonly done: Done }) {
  const notice = useRef<HTMLDivElement>(null);
  // The pressed button may have disappeared, so the keyboard focus moves here.
  useEffect(() => notice.current?.focus(), [done]);
  return (
    <div className="success done" ref={notice} tabIndex={-1}>
      <p>
        <strong>{done.words}</strong>
      </p>
      <Entry done={done} />
      {done.next && (
        <p>
          <Link href={done.next.href}>{done.next.label}</Link>
        </p>
      )}
    </div>
  );
}

function Entry({ done: { subject, reason, after } }: { readonly done: Done }) {
  const { deed } = useWords();
  const formats = useFormats();
  const ask = useAsk();
  const { data, error } = useQuery({
    queryKey: ["audit", "entry", subject, after],
    queryFn: ({ signal }) => ask("GET /audit", { query: { subject, limit: RECENT }, signal }),
    staleTime: Infinity,
  });
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Loading rows={1} />;
  const entry = data.data.find((one) => one.sequence > after && one.reason === reason);
  if (entry === undefined) return <p>{deed.noEntry}</p>;
  return (
    <p>
      {deed.entry(String(entry.sequence), timeWords(entry.time, formats))}{" "}
      <code>{`${entry.operator} ${entry.action}`}</code> — {entry.reason}
    </p>
  );
}
