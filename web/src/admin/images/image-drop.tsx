/** A place to drop or choose a picture, which is added to the exchange at once. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { IMAGE_FORMS, IMAGE_TYPES } from "../../../../src/catalog/images/image-limits.ts";
import type { Operations } from "../../api/generated/operator.ts";
import { Failure } from "../../parts/states.tsx";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { readPicture } from "./read-picture.ts";

export type AddedImage = Operations["POST /images"]["answer"];

type DropProps = {
  readonly label: string;
  readonly onAdded: (image: AddedImage) => void;
};

export function ImageDrop({ label, onAdded }: DropProps) {
  const { images: words } = useConsoleText();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const add = useAddImage(onAdded);
  const take = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file !== undefined) add.mutate(file);
  };
  return (
    <div
      className={isOver ? "image-drop over" : "image-drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={IMAGE_TYPES.join(",")}
        aria-describedby={`${id}-hint`}
        disabled={add.isPending}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = "";
        }}
      />
      <small id={`${id}-hint`} className="soft">
        {words.dropHint(IMAGE_FORMS)}
      </small>
      <div role="status">
        {add.isPending && words.adding}
        {add.data && words.added(String(add.data.width), String(add.data.height))}
      </div>
      {add.isError && <Failure error={add.error} />}
    </div>
  );
}

function useAddImage(onAdded: DropProps["onAdded"]) {
  const { images: words } = useConsoleText();
  const request = useOperatorClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const body = { content: await readPicture(file), reason: words.reason(file.name) };
      return request("POST /images", { body });
    },
    onSuccess: (image) => {
      onAdded(image);
      void queries.invalidateQueries({ queryKey: ["images"] });
    },
  });
}
