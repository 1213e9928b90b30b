/** The bell in the page header, with the number of unread notifications and a panel that lists them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { loadOnDemand } from "../../parts/load-on-demand.tsx";
import { useModal } from "../../parts/hooks/use-modal.ts";
import { useToasts } from "../../parts/toasts.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { useSession } from "../wallet/session.tsx";
import type { Trader } from "../wallet/session.tsx";
import type { Notification } from "../../api/generated/trading.ts";
import { groupResults, notificationsQuery } from "./notifications.ts";

const BellPanel = loadOnDemand(async () => (await import("./bell-panel.tsx")).BellPanel, { rows: 3 });

/** Maximum count on the badge. */
const MAX_SHOWN = 99;

export function Bell() {
  const { trader } = useSession();
  return trader && <TraderBell key={trader.wallet.address} trader={trader} />;
}

const NOTHING_UNREAD: readonly Notification[] = [];

/** Type of notifications of cancelled orders, which the bell alone lists. */
const REMOVED_ORDER = 1;

/** Shows what happened since the page was opened in short messages, too. Their texts are loaded with the first one. */
function useNotificationToasts(trader: Trader, unread: readonly Notification[] | undefined): void {
  const text = useText();
  const formats = useFormats();
  const { say } = useToasts();
  const queries = useQueryClient();
  const seen = useRef<ReadonlySet<number>>(undefined);
  useEffect(() => {
    if (unread === undefined) return;
    const known = seen.current;
    seen.current = new Set([...(known ?? []), ...unread.map(({ id }) => id)]);
    const fresh =
      known === undefined ? [] : unread.filter(({ id, type }) => !known.has(id) && type !== REMOVED_ORDER);
    if (fresh.length === 0) return;
    // The bell lists them even if the texts of messages do not come.
    const tell = async (): Promise<void> => {
      const { buildToast } = await import("./build-toast.ts");
      for (const entry of groupResults(fresh).toReversed())
        say(await buildToast(entry, trader, queries, { text, formats }));
    };
    tell().catch(() => undefined);
  }, [trader, unread, text, formats, queries, say]);
}

function TraderBell({ trader }: { readonly trader: Trader }) {
  const { bell } = useText();
  const formats = useFormats();
  const { data } = useQuery(notificationsQuery(trader));
  useNotificationToasts(trader, data);
  const unread = data ?? NOTHING_UNREAD;
  const entries = groupResults(unread);
  const [isOpen, setOpen] = useState(false);
  const modal = useModal(isOpen, () => setOpen(false));
  const count = entries.length > MAX_SHOWN ? `${MAX_SHOWN}+` : formats.count(entries.length);
  return (
    <>
      <button
        type="button"
        className="bell"
        aria-haspopup="dialog"
        aria-label={entries.length === 0 ? bell.title : bell.unread(count)}
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M12 3a6 6 0 0 0-6 6v4l-2 3h16l-2-3V9a6 6 0 0 0-6-6zM10 19a2 2 0 0 0 4 0" />
        </svg>
        {entries.length > 0 && <span className="bell-count">{count}</span>}
      </button>
      <dialog {...modal} className="bell-panel" aria-label={bell.title}>
        {isOpen && <BellPanel entries={entries} close={() => setOpen(false)} />}
      </dialog>
    </>
  );
}
