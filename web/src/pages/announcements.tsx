/** Announcements of the exchange, above every page until the visitor dismisses them. */
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Operations } from "../api/generated/trading.ts";
import { trading } from "../api/interfaces.ts";
import { createStoredText } from "../parts/hooks/stored-text.ts";
import { useText } from "../text/language.tsx";

// Ids of announcements that the visitor dismissed, stored in this browser for all of its tabs.

const MAX_DISMISSED = 50;
const dismissedStore = createStoredText("presage.dismissed-announcements");

/** Splits the ids, which contain no blanks. */
const parseIds = (text: string): readonly string[] => text.split(" ").filter((id) => id !== "");

const useDismissed = (): readonly string[] =>
  parseIds(useSyncExternalStore(dismissedStore.subscribe, dismissedStore.read));

/** Dismisses an announcement. A full list drops the oldest. */
const dismiss = (id: string): void =>
  dismissedStore.write([id, ...parseIds(dismissedStore.read())].slice(0, MAX_DISMISSED).join(" "));

type Announcement = Operations["GET /announcements"]["answer"][number];

/** Interval of checks for announcements that begin or expire. The live channel reports newly published ones. */
const REFRESH_MS = 30_000;

export function Announcements() {
  const { layout } = useText();
  const dismissed = useDismissed();
  const { data = [] } = useQuery({
    queryKey: ["announcements"],
    queryFn: ({ signal }) => trading("GET /announcements", { signal }),
    refetchInterval: REFRESH_MS,
  });
  const shown = data.filter(({ id }) => !dismissed.includes(id));
  return (
    <div className="announcements" role="status" aria-atomic="false" aria-label={layout.announcements}>
      {shown.map((announcement) => (
        <AnnouncementLine key={announcement.id} announcement={announcement} />
      ))}
    </div>
  );
}

function AnnouncementLine({
  announcement: { id, kind, text, link },
}: {
  readonly announcement: Announcement;
}) {
  const { common, layout } = useText();
  return (
    <div className={`announcement ${kind}`}>
      <p>
        {kind === "warning" && <strong>{layout.warning} </strong>}
        {text}{" "}
        {link !== null && (
          <a href={link} target="_blank" rel="noreferrer">
            {layout.readMore(new URL(link).host)}
          </a>
        )}
      </p>
      <button
        type="button"
        className="plain"
        aria-label={common.close}
        onClick={() => {
          dismiss(id);
          // The pressed button disappears, so the focus moves to the page below.
          document.getElementById("content")?.focus();
        }}
      >
        ✕
      </button>
    </div>
  );
}
