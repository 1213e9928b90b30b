/** Pictures that operators add: a form field with address and picture, and a drop area. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { IMAGE_LIMITS, IMAGE_TYPES } from "../../../../src/listings/images/image-limits.ts";
import { Failure } from "../../parts/states.tsx";
import { useFieldFault } from "../action/field-fault.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { LIMITS } from "../parts/market/listing-limits.ts";
import { useOperatorClient } from "../session/operator-session.tsx";
import type { Answer, ReadName } from "../session/operator-session.tsx";
import { isOwnPicture } from "./own-picture.ts";

type ImageFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly defaultValue?: string | undefined;
};

/** A form field for the picture of an event or a market. */
export function ImageField({ name, label, hint, defaultValue = "" }: ImageFieldProps) {
  const { images: words } = useConsoleText();
  const id = useId();
  const fault = useFieldFault(name);
  const field = useRef<HTMLInputElement>(null);
  const [path, setPath] = useState(defaultValue);
  useEffect(() => {
    const form = field.current?.form;
    const clear = (): void => setPath(defaultValue);
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, [defaultValue]);
  /** Fills the field like typed input, so that the form notices the change. */
  const fill = (text: string): void => {
    if (field.current === null) return;
    field.current.value = text;
    field.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className="field image-field">
      <label htmlFor={id}>{label}</label>
      <div className="image-row">
        {isOwnPicture(path) && <img src={path} alt={words.shown} width={64} height={64} />}
        <input
          ref={field}
          id={id}
          name={name}
          defaultValue={defaultValue}
          maxLength={LIMITS.url}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={fault === undefined ? `${id}-hint` : `${id}-fault ${id}-hint`}
          aria-invalid={fault !== undefined || undefined}
          onInput={({ currentTarget }) => setPath(currentTarget.value.trim())}
        />
      </div>
      {fault !== undefined && (
        <small id={`${id}-fault`} className="fault">
          {fault}
        </small>
      )}
      <small id={`${id}-hint`} className="soft">
        {hint}
      </small>
      <ImageDrop label={words.addTo(label)} onAdded={(image) => fill(image.path)} />
    </div>
  );
}

type DropProps = {
  readonly label: string;
  readonly onAdded: (image: Answer<"POST /images">) => void;
};

/** An area to drop or choose a picture, which is uploaded at once. */
export function ImageDrop({ label, onAdded }: DropProps) {
  const { images: words } = useConsoleText();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const addAction = useAddImage(onAdded);
  const addFiles = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file !== undefined) addAction.mutate(file);
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
        addFiles(event.dataTransfer.files);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={IMAGE_TYPES.join(",")}
        aria-describedby={`${id}-hint`}
        disabled={addAction.isPending}
        onChange={({ currentTarget }) => {
          addFiles(currentTarget.files);
          currentTarget.value = "";
        }}
      />
      <small id={`${id}-hint`} className="soft">
        {words.dropHint}
      </small>
      <div role="status">
        {addAction.isPending && words.adding}
        {addAction.data && words.added(String(addAction.data.width), String(addAction.data.height))}
      </div>
      {addAction.isError && <Failure error={addAction.error} />}
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
      void queries.invalidateQueries({ queryKey: ["GET /images" satisfies ReadName] });
    },
  });
}

/** Longest side of a reduced picture, in pixels. */
const SMALLER_SIDE = 1_600;
const QUALITY = 0.85;

/** Returns the bytes of a file as Base64, and reduces a picture that is too large. */
async function readPicture(file: File): Promise<string> {
  return readBase64(file.size > IMAGE_LIMITS.bytes ? await makeSmaller(file) : file);
}

/** Reduces a picture. A file that the browser cannot read is returned unchanged, so that the exchange explains its rejection. */
async function makeSmaller(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return file;
  const scale = Math.min(1, SMALLER_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}

/** Returns the bytes of a file as Base64 for a request. */
export const readBase64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
