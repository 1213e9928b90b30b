/** Pictures that operators added, with the events and markets that show each. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { formatTime } from "../format-amounts.ts";
import { ImageDrop } from "../images/image-drop.tsx";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { View } from "../parts/view.tsx";

type Image = Operations["GET /images"]["answer"][number];

export function ImagesView() {
  const { images: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const query = useQuery({
    queryKey: ["images"],
    queryFn: ({ signal }) => request("GET /images", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      <section className="panel">
        <h2>{words.add}</h2>
        <ImageDrop label={words.choose} onAdded={() => setDone(undefined)} />
      </section>
      <section className="panel">
        <h2>{words.listed}</h2>
        <Loaded query={query}>{(images) => <ImageTable images={images} onDone={setDone} />}</Loaded>
      </section>
    </View>
  );
}

type TableProps = { readonly images: readonly Image[]; readonly onDone: (done: CompletedAction) => void };

function ImageTable({ images, onDone }: TableProps) {
  const { images: words } = useConsoleText();
  const formats = useFormats();
  const [removing, setRemoving] = useState<Image>();
  return (
    <>
      <DataTable
        caption={words.listed}
        columns={[
          {
            name: words.picture,
            cell: ({ path }) => (
              <img className="image-thumb" src={path} alt="" width={64} height={64} loading="lazy" />
            ),
          },
          { name: words.address, cell: ({ path }) => <CopyableText text={path} /> },
          {
            name: words.size,
            cell: ({ width, height, size }) =>
              words.sizeOf(String(width), String(height), formats.count(Math.ceil(size / 1024))),
          },
          { name: words.when, cell: ({ addedAt }) => formatTime(addedAt, formats) },
          { name: words.shownBy, cell: ({ shownBy }) => <Uses uses={shownBy} /> },
          {
            name: words.change,
            cell: (image) =>
              image.shownBy.length === 0 && (
                <button type="button" className="small" onClick={() => setRemoving(image)}>
                  {words.remove}
                </button>
              ),
          },
        ]}
        rows={images}
        keyOf={({ id }) => id}
        empty={words.empty}
      />
      {removing && <RemoveDialog image={removing} close={() => setRemoving(undefined)} onDone={onDone} />}
    </>
  );
}

function Uses({ uses }: { readonly uses: Image["shownBy"] }) {
  const { images: words } = useConsoleText();
  if (uses.length === 0) return words.unused;
  return uses.map(({ kind, slug }) => (
    <div key={`${kind} ${slug}`}>
      {kind === "market" ? <Link href={`/markets/${encodeURIComponent(slug)}`}>{slug}</Link> : slug}
    </div>
  ));
}

type RemoveDialogProps = {
  readonly image: Image;
  readonly close: () => void;
  readonly onDone: (done: CompletedAction) => void;
};

function RemoveDialog({ image, close, onDone }: RemoveDialogProps) {
  const { images: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionDialog
      title={words.remove}
      note={words.removeNote}
      submit={words.remove}
      danger
      close={close}
      onDone={onDone}
      act={async (readField) => {
        const body = { reason: readField("reason") };
        const { id } = await request("POST /images/{image}/remove", { params: { image: image.id }, body });
        return { words: words.removed, subject: id };
      }}
    />
  );
}
