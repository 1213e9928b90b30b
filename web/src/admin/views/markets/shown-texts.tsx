/** The texts of an event or a market as traders read them: picture, rules, source and clarifications. */
import { useQuery } from "@tanstack/react-query";
import { catalog } from "../../../api/interfaces.ts";
import type { Operations } from "../../../api/generated/catalog.ts";
import { SourceText } from "../../../markets/source-text.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { eventPath } from "../../../base/paths.ts";
import { useConsoleText } from "../../parts/console-text.ts";
import { isOwnPicture } from "../../images/own-picture.ts";
import type { ListedTexts } from "../../listing/listed-rows.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Panel } from "../../parts/view.tsx";
import { useStatus } from "../../session/status.ts";

type Change = Operations["GET /events/{id}/changes"]["answer"][number];

/** Maximum number of changes searched for clarifications. */
const MAX_CHANGES = 500;
const POLL_MS = 20_000;

type ShownTextsProps = {
  readonly texts: ListedTexts;
  /** Slug of the event. */
  readonly event: string;
  /** Event id or condition id of the event or market whose clarifications are shown. */
  readonly id: string;
  /** Slug of the market that the linked page selects. */
  readonly market?: string;
  /** Names a market by its condition id. Given for an event, whose panel also shows the clarifications of all its markets. */
  readonly nameOf?: ((conditionId: string) => string) | undefined;
};

export function ShownTexts({ texts, event, id, market, nameOf }: ShownTextsProps) {
  const { shown: words, create, market: own } = useConsoleText();
  const page = useStatus().data?.page ?? "";
  return (
    <Panel title={words.title} stack>
      <Facts
        facts={[
          [words.picture, <Picture address={texts.image} />],
          [create.rules, texts.rules === "" ? create.noRules : <p className="long-rules">{texts.rules}</p>],
          [words.source, texts.source === "" ? own.nothing : <SourceText text={texts.source} />],
        ]}
      />
      <h3>{words.clarifications}</h3>
      <Clarifications id={id} nameOf={nameOf} />
      {page !== "" && (
        <p>
          <a href={page + eventPath(event, market)} target="_blank" rel="noopener" className="button">
            {words.toPage}
          </a>
        </p>
      )}
    </Panel>
  );
}

function Picture({ address }: { readonly address: string }) {
  const { shown: words, images } = useConsoleText();
  if (address === "") return <>{words.drawn}</>;
  if (isOwnPicture(address))
    return <img src={address} alt={images.shown} width={96} height={96} className="image-thumb" />;
  return (
    <>
      <code>{address}</code> {words.elsewhere}
    </>
  );
}

function Clarifications({ id, nameOf }: Pick<ShownTextsProps, "id" | "nameOf">) {
  const { shown: words, market } = useConsoleText();
  const query = useQuery({
    queryKey: ["listing", "changes", id],
    queryFn: ({ signal }) =>
      catalog("GET /events/{id}/changes", { params: { id }, query: { limit: MAX_CHANGES }, signal }),
    refetchInterval: POLL_MS,
  });
  const about = ({ conditionId }: Change): string =>
    conditionId === null ? words.ofEvent : (nameOf?.(conditionId) ?? market.title);
  const isShown = ({ clarification, conditionId }: Change): boolean =>
    clarification !== null && (nameOf !== undefined || conditionId === null || conditionId === id);
  return (
    <Loaded query={query}>
      {(changes) => (
        <DataTable
          caption={words.clarifications}
          columns={[
            { name: market.when, kind: "time", cell: ({ time }) => time },
            { name: words.about, cell: about },
            { name: words.text, cell: (change) => <p className="long-rules">{change.clarification}</p> },
          ]}
          rows={changes.filter(isShown)}
          keyOf={({ time }, index) => `${time} ${index}`}
          empty={words.none}
        />
      )}
    </Loaded>
  );
}
