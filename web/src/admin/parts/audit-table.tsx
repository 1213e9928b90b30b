/** A table of audit log entries. */
import type { AuditEntry } from "../../api/generated/operator.ts";
import { useFormats } from "../../text/language.tsx";
import { formatTime } from "../format-amounts.ts";
import { useConsoleText } from "../console-text.ts";
import { AuditDeed } from "./audit-entry.tsx";
import { DataTable } from "./data-table.tsx";

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { audit: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.title}
      columns={[
        {
          name: words.time,
          cell: ({ time, sequence }) => (
            <div>
              <time dateTime={time}>{formatTime(time, formats)}</time>{" "}
              <small className="soft">{words.batch(String(sequence))}</small>
            </div>
          ),
        },
        { name: words.operator, cell: ({ operator }) => operator },
        { name: words.action, cell: (entry) => <AuditDeed entry={entry} /> },
        { name: words.reason, cell: ({ reason }) => reason },
      ]}
      rows={entries}
      keyOf={({ sequence, action }, index) => `${sequence} ${action} ${index}`}
      empty={words.empty}
    />
  );
}
