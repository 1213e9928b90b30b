/** The latest requests of a sandbox's clients: searched, with what was refused, and as commands to send them again. */
import { CopyButton } from "../../parts/controls/copy-button.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { DataTable } from "../parts/data-table.tsx";
import { CheckField, TextField } from "../parts/fields.tsx";
import { formatTime } from "../parts/format-amounts.ts";
import { useFormats } from "../../text/language.tsx";
import { FindForm, PagesPanel } from "../parts/resource.tsx";
import { useViewQuery } from "../parts/use-view-query.ts";
import { View } from "../parts/view.tsx";
import { useOperatorClient, useOperatorQuery } from "../session/operator-session.tsx";
import type { Answer } from "../session/operator-session.tsx";

type LoggedRequest = Answer<"GET /sandbox/requests">["data"][number];

const PAGE_SIZE = 100;
const MAX_CHARACTERS = 200;
/** Names of the search and of the filter in the address of the view. */
const [SEARCH, REJECTED] = ["search", "rejected"];

/** Lists the requests; the address of the view holds search and filter. */
export function RequestsView() {
  const { requests: words } = useConsoleText();
  const [query, setQuery] = useViewQuery();
  const search = query.get(SEARCH) ?? "";
  const isRejected = query.has(REJECTED);
  return (
    <View title={words.title} lead={words.lead}>
      <FindForm
        find={words.find}
        onFind={(readField) => {
          const typed = readField(SEARCH);
          setQuery(
            new URLSearchParams([
              ...(typed === "" ? [] : [[SEARCH, typed]]),
              ...(readField(REJECTED) === "" ? [] : [[REJECTED, "true"]]),
            ]),
          );
        }}
      >
        <TextField
          key={search}
          name={SEARCH}
          defaultValue={search}
          label={words.search}
          hint={words.searchHint}
          maxLength={MAX_CHARACTERS}
          spellCheck={false}
        />
        <CheckField name={REJECTED} defaultChecked={isRejected} label={words.refused} />
      </FindForm>
      <Requests search={search} isRejected={isRejected} />
    </View>
  );
}

type RequestsProps = { readonly search: string; readonly isRejected: boolean };

function Requests({ search, isRejected }: RequestsProps) {
  const { requests: words } = useConsoleText();
  const request = useOperatorClient();
  const { data: state } = useOperatorQuery("GET /sandbox/requests", { query: { limit: 1 } });
  const filter = {
    limit: PAGE_SIZE,
    ...(search !== "" && { search }),
    ...(isRejected && { rejected: true }),
  };
  return (
    <>
      {state?.recording === false && <p role="status">{words.off}</p>}
      <PagesPanel
        title={words.list}
        more={words.more}
        queryKey={["requests", search, isRejected]}
        readPage={(page, signal) =>
          request("GET /sandbox/requests", { query: { ...filter, ...page }, signal })
        }
      >
        {(found) => <RequestTable found={found} />}
      </PagesPanel>
    </>
  );
}

function RequestTable({ found }: { readonly found: readonly LoggedRequest[] }) {
  const { requests: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.list}
      rows={found}
      keyOf={({ no }) => String(no)}
      empty={words.empty}
      columns={[
        {
          name: words.request,
          cell: ({ time, method, path, dialect }) => (
            <div className="deed request">
              <small className="soft">
                <time dateTime={time}>{formatTime(time, formats)}</time> · {dialect ?? "–"}
              </small>
              <span>{`${method} ${path}`}</span>
            </div>
          ),
        },
        { name: words.wallet, kind: "id", cell: ({ wallet }) => wallet },
        { name: words.status, kind: "count", cell: ({ status }) => status },
        {
          name: words.refusal,
          cell: ({ code, hint }) => (
            <div className="deed">{[code, hint].filter((text) => text !== null).join(": ") || "–"}</div>
          ),
        },
        { name: words.duration, cell: ({ ms }) => ms, number: true },
        { name: words.id, kind: "id", cell: ({ requestId }) => requestId },
        {
          name: words.again,
          cell: ({ curl, path }) =>
            curl === null ? "–" : <CopyButton text={curl} name={words.curl(path)} />,
        },
      ]}
    />
  );
}
