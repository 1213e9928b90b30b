/** A note about requests that were not answered before this view was opened, or before the console was loaded again. */
import { useMemo, useSyncExternalStore } from "react";
import { Link, useLocation } from "wouter";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { openKeys } from "./open-keys.ts";
import { sentText } from "./sent-text.ts";

export function UnansweredNote() {
  const { sentBefore: words, nav } = useConsoleText();
  const formats = useFormats();
  const [location] = useLocation();
  const open = useSyncExternalStore(openKeys.subscribe, openKeys.list);
  // Those of this view are told by its forms, until they hold back another request.
  const before = useMemo(() => openKeys.list().map(({ key }) => key), [location]);
  const shown = open.filter(({ key, holdsBack = false }) => holdsBack || before.includes(key));
  if (shown.length === 0) return null;
  const sent = new Set(shown.map(({ sentAtMs, move }) => sentText(words, formats.dateTime(sentAtMs), move)));
  return (
    <div className="notice row" role="status">
      <span>{words.note([...sent].join("; "))}</span>
      <Link href="/audit">{nav.views.audit}</Link>
      <button type="button" onClick={() => openKeys.forget(shown)}>
        {words.looked}
      </button>
    </div>
  );
}
