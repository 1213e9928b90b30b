/** Pictures that operators added, with the events and markets that show each. */
import { Link } from "wouter";
import { useFormats } from "../../../text/language.tsx";
import { useShowResult } from "../../action/action-notice.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { ImageDrop } from "../../images/image-field.tsx";
import { useOperatorClient } from "../../session/operator-session.tsx";
import type { Answer } from "../../session/operator-session.tsx";
import { ResourceList } from "../../parts/resource.tsx";
import { ActionView, Panel } from "../../parts/view.tsx";

export function ImagesView() {
  const { images: words } = useConsoleText();
  return (
    <ActionView title={words.title} lead={words.lead} role="market-admin">
      <AddPanel />
      <ImageList />
    </ActionView>
  );
}

function AddPanel() {
  const { images: words } = useConsoleText();
  const showResult = useShowResult();
  return (
    <Panel title={words.add}>
      <ImageDrop label={words.choose} onAdded={() => showResult?.(undefined)} />
    </Panel>
  );
}

function ImageList() {
  const { images: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return (
    <ResourceList
      title={words.listed}
      read="GET /images"
      columns={[
        {
          name: words.picture,
          cell: ({ path }) => (
            <img className="image-thumb" src={path} alt="" width={64} height={64} loading="lazy" />
          ),
        },
        { name: words.address, kind: "id", cell: ({ path }) => path },
        {
          name: words.size,
          cell: ({ width, height, size }) =>
            words.sizeOf(String(width), String(height), formats.count(Math.ceil(size / 1024))),
        },
        { name: words.when, kind: "time", cell: ({ addedAt }) => addedAt },
        { name: words.shownBy, cell: ({ shownBy }) => <ImageUses uses={shownBy} /> },
      ]}
      keyOf={({ id }) => id}
      empty={words.empty}
      action={{
        column: words.change,
        name: words.remove,
        note: () => words.removeNote,
        danger: true,
        isOffered: ({ shownBy }) => shownBy.length === 0,
        act: async (image, readField) => {
          const body = { reason: readField("reason") };
          const { id } = await request("POST /images/{image}/remove", { params: { image: image.id }, body });
          return { words: words.removed, subject: id };
        },
      }}
    />
  );
}

function ImageUses({ uses }: { readonly uses: Answer<"GET /images">[number]["shownBy"] }) {
  const { images: words } = useConsoleText();
  if (uses.length === 0) return words.unused;
  return uses.map(({ kind, slug }) => (
    <div key={`${kind} ${slug}`}>
      {kind === "market" ? <Link href={`/markets/${encodeURIComponent(slug)}`}>{slug}</Link> : slug}
    </div>
  ));
}
