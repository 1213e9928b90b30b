/** The bell in the page header, with the number of unread notifications and a panel that lists them. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { loadOnDemand } from "../../parts/load-on-demand.tsx";
import { useModal } from "../../parts/hooks/use-modal.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { useSession } from "../wallet/session.tsx";
import type { Trader } from "../wallet/session.tsx";
import { groupResults, notificationsQuery } from "./notifications.ts";

const BellPanel = loadOnDemand(async () => (await import("./bell-panel.tsx")).BellPanel, { rows: 3 });

/** Maximum count on the badge. */
const MAX_SHOWN = 99;

export function Bell() {
  const { trader } = useSession();
  return trader && <TraderBell key={trader.wallet.address} trader={trader} />;
}

function TraderBell({ trader }: { readonly trader: Trader }) {
  const { bell } = useText();
  const formats = useFormats();
  const { data: unread = [] } = useQuery(notificationsQuery(trader));
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
