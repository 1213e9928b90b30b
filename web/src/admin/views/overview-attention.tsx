/** Work that waits for an operator, each with a link to the place where it is done. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { eventPath } from "../listing/event-table.tsx";
import { useOperatorClient } from "../operator-session.tsx";

type OfKind = Operations["GET /attention"]["answer"]["kinds"][number];
type Kind = OfKind["kind"];
type Work = OfKind["first"][number];

const EVERY_MS = 15_000;

/** Views in which work is done that no market has for itself. */
const VIEWS: Readonly<Partial<Record<Kind, string>>> = {
  mode: "/mode",
  disk: "/mode",
  memory: "/mode",
  books: "/mode",
  clock: "/mode",
  places: "/figures",
  backup: "/backups",
  webhook: "/webhooks",
  quarantine: "/quarantine",
  "house-maker": "/house",
  resident: "/residents",
};

export function Attention() {
  const { attention: words } = useConsoleText();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["attention"],
    queryFn: ({ signal }) => request("GET /attention", { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <section className="panel wide attention">
      <h2>{words.title}</h2>
      <Loaded query={query}>
        {({ total, kinds }) =>
          total === 0 ? (
            <p className="soft">{words.nothing}</p>
          ) : (
            <div className="kinds">
              {kinds.map((kind) => (
                <WorkOfKind key={kind.kind} work={kind} />
              ))}
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

function WorkOfKind({ work: { kind, total, first } }: { readonly work: OfKind }) {
  const { attention: words } = useConsoleText();
  const formats = useFormats();
  const view = VIEWS[kind];
  return (
    <div>
      <h3>
        {words.kinds[kind]} <span className="badge">{formats.count(total)}</span>
      </h3>
      <ul>
        {first.map((one) => (
          <WorkItem key={one.subject} work={one} kind={kind} />
        ))}
      </ul>
      {total > first.length && (
        <p>
          <Link href={view ?? "/markets"}>{words.more(formats.count(total - first.length))}</Link>
        </p>
      )}
    </div>
  );
}

type ItemProps = { readonly work: Work; readonly kind: Kind };

/** A market's steps say by their heading why it waits, and drafts are counted; of all else the reason is shown. */
function WorkItem({ work: { subject, title, why, since, count }, kind }: ItemProps) {
  const { attention: words } = useConsoleText();
  const formats = useFormats();
  const view = VIEWS[kind];
  const at = since === null ? undefined : Date.parse(since);
  return (
    <li>
      <Link href={view ?? (kind === "draft" ? eventPath(subject) : `/markets/${subject}`)}>{title}</Link>
      {kind === "draft" && <span className="soft"> {words.drafts(count)}</span>}
      {view !== undefined && <span className="soft"> {why}</span>}
      {at !== undefined && !Number.isNaN(at) && <span className="soft"> {formats.dateTime(at)}</span>}
    </li>
  );
}
